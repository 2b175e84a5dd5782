import { mount } from 'svelte';
import '../style/index.css';
import { language } from '../app/language/language.svelte.js';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('gallery/index.html has no #app element');
await language.begin();
mount(Gallery, { target });
