import type { Environment } from 'vitest/environments';

/** Node, but with modules compiled as for a browser: runes are alive. */
export default {
  name: 'runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;
