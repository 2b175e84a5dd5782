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

/** A reader loads one language, not eight: messages come from `src/app/messages.ts`, which loads it when asked. */
function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('paraglide/messages.js') ? here('./src/app/messages.ts') : null),
  };
}

const server = process.env['GANGOFFOUR_DEV_SERVER'] ?? 'http://127.0.0.1:8064';

export default defineConfig({
  plugins: [
    galleryRoute(),
    oneLanguage(),
    paraglideVitePlugin({
      project: here('./project.inlang'),
      outdir: here('./src/paraglide'),
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      outputStructure: 'locale-modules',
      emitReadme: false,
    }),
    svelte(),
  ],
  server: { proxy: { '/api': { target: server, changeOrigin: false }, '/ws': { target: server, ws: true, changeOrigin: false } } },
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // Fonts and images stay files: the page's content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { app: here('./index.html'), gallery: here('./gallery/index.html') } },
  },
});
