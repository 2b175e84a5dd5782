import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig([
  globalIgnores(['dist/', '.svelte-check/', 'src/paraglide/', 'src/wire/types.ts', 'src/game/rules.ts']),
  js.configs.recommended,
  typescript.configs.strict,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  { files: ['scripts/**', 'tests/**', '*.config.*'], languageOptions: { globals: { ...globals.node } } },
  {
    files: ['src/app/service_worker.js'],
    languageOptions: {
      globals: {
        ...globals.serviceworker,
        __FILES__: 'readonly',
        __PAGES__: 'readonly',
        __POCKET__: 'readonly',
        __LATER__: 'readonly',
        __TEXTS__: 'readonly',
      },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      // Sets and maps are state.raw here, or no state at all: they are replaced, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} keeps a space that the formatter would otherwise be free to break.
      'svelte/no-useless-mustaches': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSAsExpression > TSAsExpression', message: 'Say it in the types instead of casting twice.' },
        {
          selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^(do)?[mM]ock$/]',
          message: 'Tests share their modules: whether a module is put in place of another depends on who came first.',
        },
      ],
    },
  },
]);
