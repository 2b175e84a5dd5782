import { defineConfig, mergeConfig } from 'vitest/config';
import client from './vite.config.ts';

/** Unit tests of what computes, without a browser: `tests/setup.ts` brings the little of one that modules ask for. */
export default mergeConfig(
  client,
  defineConfig({
    // Runes work as in a browser; without this, Svelte's server half would be taken.
    resolve: { conditions: ['browser'] },
    // The rules and the strategy guide lie beside the client.
    server: { fs: { allow: ['..'] } },
    test: {
      include: ['tests/**/*.test.ts'],
      environment: './tests/environment.ts',
      setupFiles: ['tests/setup.ts'],
      isolate: false,
    },
  }),
);
