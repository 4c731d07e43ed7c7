import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const restrictedSyntax = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Settings are parsed once, in config.ts.',
  },
  {
    selector: "NewExpression[callee.name='AppError'][arguments.0.value='validation_error']",
    message: 'validationError and invalidField also name the fields.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  {
    selector: 'VariableDeclarator[id.name=/^[A-Z][A-Z0-9_]+$/]',
    message: 'Constants are camelCase, with their unit or Max last.',
  },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.local/**', 'coverage/**'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 350 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': 'off',
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...restrictedSyntax],
    },
  },
  // The console runs in browsers, and its types say so.
  {
    files: ['packages/console/{src,test}/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { project: './packages/console/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Markup takes many short lines.
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      // Event handlers of React elements may be async functions.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
      'no-restricted-imports': [
        'error',
        {
          name: 'react',
          importNames: ['lazy'],
          message: 'lazyCode waits for a connection instead of failing.',
        },
      ],
    },
  },
  { files: ['packages/console/src/ui/lazy-code.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        {
          selector:
            'Program > ExpressionStatement > CallExpression:matches([callee.name=/^(it|test)$/], [callee.callee.object.name=/^(it|test)$/]) > Literal.arguments:first-child[value=/^(is|are|has|have|was|were) /]',
          message:
            'A test that no describe names begins with its subject: its name stands alone where it fails.',
        },
      ],
    },
  },
  // Makes the errors that the rule above wants.
  {
    files: ['packages/contracts/src/errors/validation-message.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // The public door of a package: names, and nothing to read.
  { files: ['**/src/index.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['**/config.ts', '**/*.config.ts', 'packages/{devtools,testkit}/**/*.ts', 'tests/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['packages/{devtools,testkit}/**/*.ts', 'tests/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.cjs', '**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        module: 'writable',
        require: 'readonly',
        process: 'readonly',
        console: 'readonly',
        __dirname: 'readonly',
        WebAssembly: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    files: ['services/*/assets/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        [
          ...['document', 'location', 'history', 'navigator', 'localStorage', 'performance', 'matchMedia'],
          ...['fetch', 'DOMParser', 'URLSearchParams', 'addEventListener', 'scrollTo', 'setTimeout'],
          ...['scrollBy', 'getSelection', 'IntersectionObserver'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  prettier,
);
