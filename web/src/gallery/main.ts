import { mount } from 'svelte';
import '../style/index.css';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('gallery/index.html has no #app element');
mount(Gallery, { target });
