import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Connect, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves `/gallery` without the trailing slash, in dev and in preview. */
function galleryRoute(): Plugin {
  const rewrite: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url) request.url = request.url.replace(/^\/gallery(?=$|\?)/, '/gallery/');
    next();
  };
  return {
    name: 'gallery-route',
    configureServer: (server) => void server.middlewares.use(rewrite),
    configurePreviewServer: (server) => void server.middlewares.use(rewrite),
  };
}

export default defineConfig({
  plugins: [
    galleryRoute(),
    paraglideVitePlugin({
      project: here('./project.inlang'),
      outdir: here('./src/paraglide'),
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      emitReadme: false,
    }),
    svelte(),
  ],
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // Fonts and images stay files: the page's content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { app: here('./index.html'), gallery: here('./gallery/index.html') } },
  },
});
