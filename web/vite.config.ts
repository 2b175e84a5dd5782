import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Connect, type Plugin } from 'vite';
import { chunks } from './scripts/chunks.mjs';
import { pocketFiles } from './scripts/pocket-files.mjs';
import { isText, makeTexts } from './scripts/texts.mjs';
import { filledIn } from './src/style/breakpoints.ts';

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

/**
 * A reader loads one language, not eight: messages come from `src/app/language/messages.ts`, which loads it when asked.
 * Their plural forms come from `plurals.ts` beside it, which does not look up a language's rules for every sentence.
 */
function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (source.endsWith('paraglide/messages.js')) return here('./src/app/language/messages.ts');
      const plurals = source.endsWith('/registry.js') && importer?.includes('/paraglide/');
      return plurals ? here('./src/app/language/plurals.ts') : null;
    },
  };
}

const pocket = await pocketFiles();

/** The server for a browser without one: its files lie together in a folder that is named after what is in them. */
function pocketFolder(): Plugin {
  return {
    name: 'pocket',
    configureServer: (server) =>
      void server.middlewares.use((request, response, next) => {
        const file = pocket.contents.get(request.url?.slice(`${pocket.folder}/`.length) ?? '');
        if (!file || !request.url?.startsWith(pocket.folder)) return next();
        const type = request.url.endsWith('.mjs') ? 'text/javascript' : 'application/wasm';
        response.setHeader('content-type', type).end(file);
      }),
    generateBundle() {
      for (const [name, source] of pocket.contents)
        this.emitFile({ type: 'asset', fileName: `${pocket.folder.slice(1)}/${name}`, source });
    },
  };
}

/** The modules of the texts are there before anything reads them, and follow a change while one works on them. */
function texts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    buildStart: makeTexts,
    watchChange: async (path) => {
      if (isText(path)) await makeTexts().catch((error: Error) => console.error(error.message));
    },
  };
}

/** Which modules a phone needs without a network; what they import comes along. */
const OFFLINE =
  /\/src\/(pages\/(front\/Front|rules\/Rules)Page\.svelte|pad\/(\w+\/)?(Pad|Deal|Watch)Page\.svelte|paraglide\/(table|pages)\/\w+\.js)$/;
/** Pages that are fetched once the first one is there, so that they open without a network, too. */
const LATER =
  /\/src\/(pages\/\w+\/(Summary|Settings)Page|lessons\/(Learn|Lesson)Page|table\/(Join|Table)Page)\.svelte$/;
/** The table among them, with what it fetches when it is wanted. */
const TABLE = /\/src\/table\/Table(Page|Screen)\.svelte$/;
/** Their long texts, of which only the reader's language is fetched; the English rules lie beside their folder. */
const TEXTS = /\/(?:docs\/rules|messages\/lessons|summary\/words)(?:\/(\w+))?\.(?:md|json)(?:\?.*)?$/;

/** Weights are loaded when they are wanted, but kept with the rest: every level plays without a network. */
const isWeights = (name: string): boolean => name.endsWith('.bin');

/** Writes the service worker, with the names of the files that it keeps. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const keep = (file: string, files: Set<string>): void => {
          const part = bundle[file];
          if (files.has(file) || !part) return;
          files.add(file);
          if (part.type !== 'chunk') return;
          part.imports.forEach((one) => keep(one, files));
          part.viteMetadata?.importedCss.forEach((css) => files.add(css));
        };
        const first = new Set(Object.keys(bundle).filter((file) => /\.woff2$/.test(file)));
        const pages = new Set<string>();
        const texts: Record<string, string[]> = {};
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          const module = part.facadeModuleId ?? '';
          if (part.name === 'app' || OFFLINE.test(module)) keep(part.fileName, first);
          if (LATER.test(module)) keep(part.fileName, pages);
          if (part.moduleIds.some((id) => TABLE.test(id))) part.dynamicImports.forEach((one) => keep(one, pages));
          const text = TEXTS.exec(module);
          if (text) (texts[text[1] ?? 'en'] ??= []).push(`/${part.fileName}`);
        }
        const listed = (files: Iterable<string>) => JSON.stringify([...files].sort().map((file) => `/${file}`));
        const sources = Object.keys(pocket.later).filter((name) => !isWeights(name));
        const later = sources.map((name) => `${pocket.folder.slice(1)}/${name}`);
        const others = Object.keys(bundle).filter(
          (file) => file.startsWith('assets/') && !file.endsWith('.map') && !first.has(file) && !later.includes(file),
        );
        const text = readFileSync(here('./src/app/service_worker.js'), 'utf8')
          .replace('__FILES__', listed(first))
          .replace('__PAGES__', listed([...pages].filter((file) => !first.has(file))))
          .replace('__POCKET__', listed(others))
          .replace('__LATER__', listed(later))
          .replace('__TEXTS__', JSON.stringify(texts));
        const build = createHash('sha256').update(text).digest('hex').slice(0, 12);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text.replace('__BUILD__', build) });
      },
    },
  };
}

/** Fills in the breakpoints that style sheets name: a plugin of PostCSS, because that sees imported sheets as well. */
const breakpoints = {
  postcssPlugin: 'breakpoints',
  AtRule: { media: (rule: { params: string }) => void (rule.params = filledIn(rule.params)) },
};

const server = process.env['GANGOFFOUR_DEV_SERVER'] ?? 'http://127.0.0.1:8064';

export default defineConfig({
  plugins: [galleryRoute(), oneLanguage(), texts(), svelte(), pocketFolder(), worker()],
  define: {
    __POCKET__: JSON.stringify({ folder: pocket.folder, files: pocket.sizes, later: pocket.later }),
  },
  worker: { format: 'es' },
  // Files find each other wherever they lie; only the page says where it is: pages of ours have paths of their own.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true, changeOrigin: false },
    },
    // The rules and the strategy guide are read where they are written.
    fs: { allow: [here('.'), here('../docs')] },
  },
  css: { postcss: { plugins: [breakpoints] } },
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // Fonts and images stay files: the page's content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Without it the few browsers that know no preloading load the same a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: here('./index.html'), gallery: here('./gallery/index.html') },
      output: {
        codeSplitting: { groups: chunks(here('./src')) },
      },
    },
  },
});
