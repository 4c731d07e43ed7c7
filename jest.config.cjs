const os = require('node:os');

/** Three projects: `unit` and `console` need nothing, `integration` starts (or finds) real engines first. */
const base = {
  rootDir: __dirname,
  transform: {
    '\\.tsx?$|/schema_engine_bg\\.js$|/jose/dist/|/(?:openid-client|oauth4webapi)/build/|/@scure/base/|/commander/':
      [
        '@swc/jest',
        { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
      ],
  },
  // Prisma's WebAssembly schema engine and these come as ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(.*/)?(schema-engine-wasm|jose|openid-client|oauth4webapi|@scure/base|commander)/)',
  ],
  // Sources that are loaded when they are first needed: `import()` names the compiled file.
  moduleNameMapper: { '^(\\.{1,2}/(?:.+/)?[\\w-]+\\.commands)\\.js$': '$1' },
  testEnvironment: '<rootDir>/packages/devtools/src/test-runs/kept-environment.cjs',
  runtime: '<rootDir>/packages/devtools/src/test-runs/kept-modules-runtime.cjs',
  testEnvironmentOptions: { customExportConditions: ['postrider-source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['/dist/', '/.local/'],
};
const roots = ['<rootDir>/packages', '<rootDir>/services'];

module.exports = {
  projects: [
    {
      ...base,
      displayName: 'unit',
      roots,
      testMatch: ['**/src/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.int\\.test\\.ts$'],
    },
    {
      ...base,
      displayName: 'integration',
      roots: [...roots, '<rootDir>/tests'],
      testMatch: ['**/src/**/*.int.test.ts', '<rootDir>/tests/src/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/packages/devtools/src/test-runs/global-setup.ts',
      globalTeardown: '<rootDir>/packages/devtools/src/test-runs/global-teardown.ts',
    },
    require('./packages/console/jest.config.cjs'),
  ],
  testSequencer: '<rootDir>/packages/devtools/src/test-runs/longest-first.cjs',
  // Workers wait for engines and browsers: on two cores, two keep them 78 % busy (18 minutes), three 94 % (under 14).
  maxWorkers: Math.min(8, os.availableParallelism() + 1),
  // A worker keeps what its files leave in memory; beyond this it starts again, which costs less than collecting it.
  workerIdleMemoryLimit: '1200MB',
  // Twice what the slowest test takes on a busy machine of two cores.
  testTimeout: 60_000,
};
