import { mount } from 'svelte';
import './style/index.css';
import { chooseTheme, chosenTheme } from './style/theme.js';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app element');
chooseTheme(chosenTheme());
mount(App, { target });
