import { mount } from 'svelte';
import './style/index.css';
import './style/motion.css';
import { followTheme } from './style/theme.js';
import { language } from './app/language/language.svelte.js';
import { tellInvalidFields } from './app/frame/invalid_field.js';
import { keepOffline } from './app/offline.svelte.js';
import { placeAt } from './pocket/page_address.js';
import { pageOf, routeOf } from './routes.js';
import { session } from './app/session.svelte.js';
import Shell from './Shell.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app element');
followTheme();
tellInvalidFields();
void session.begin();
// The page is fetched along with its words; if that fails, the shell says so.
const page = pageOf(routeOf(placeAt(location).path).route).catch(() => undefined);
await language.begin();
mount(Shell, { target });
void page.then(() => document.getElementById('splash')?.remove());
if (import.meta.env.PROD) void keepOffline(import.meta.url);
if ('Notification' in window && Notification.permission === 'granted')
  void import('./app/nudges.svelte.js').then(({ nudges }) => nudges.follow());
