import { defineConfig, mergeConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import client from './vite.config.ts';

/** Compiled modules are kept from run to run, but those that depend on more than their own text. */
const kept: Plugin = {
  name: 'kept-modules',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => (/import\.meta\.glob|__POCKET__/.test(sourceCode) ? false : undefined)),
};

/** Unit tests of what computes, without a browser: `tests/setup.ts` brings the little of one that modules ask for. */
export default mergeConfig(
  client,
  defineConfig({
    plugins: [kept],
    // Runes work as in a browser; without this, Svelte's server half would be taken.
    resolve: { conditions: ['browser'] },
    // The rules and the strategy guide lie beside the client.
    server: { fs: { allow: ['..'] } },
    test: {
      include: ['tests/**/*.test.ts'],
      environment: './tests/environment.ts',
      setupFiles: ['tests/setup.ts'],
      isolate: false,
      // A machine may stand still for a while; what hangs ends all the same.
      testTimeout: 60_000,
      experimental: { fsModuleCache: true },
    },
  }),
);
