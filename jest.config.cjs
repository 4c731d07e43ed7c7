const os = require('node:os');

/**
 * Four projects: `unit` and `console` need nothing, `integration` starts (or finds) real engines first. `external` checks artefacts with
 * programs of others (Helm, npm, Caddy, pgBackRest), or starts engines of its own: only `make test-all` runs it.
 */
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
const onEngines = {
  ...base,
  roots: [...roots, '<rootDir>/tests'],
  globalSetup: '<rootDir>/packages/devtools/src/test-runs/global-setup.ts',
  globalTeardown: '<rootDir>/packages/devtools/src/test-runs/global-teardown.ts',
};
const ignored = ['/node_modules/', '/dist/'];

module.exports = {
  projects: [
    {
      ...base,
      displayName: 'unit',
      roots,
      testMatch: ['**/src/**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, '\\.(int|external)\\.test\\.ts$'],
    },
    {
      ...onEngines,
      displayName: 'integration',
      testMatch: ['**/src/**/*.int.test.ts', '<rootDir>/tests/src/e2e/**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, '\\.external\\.test\\.ts$'],
    },
    require('./packages/console/jest.config.cjs'),
    { ...onEngines, displayName: 'external', testMatch: ['**/src/**/*.external.test.ts'] },
  ],
  testSequencer: '<rootDir>/packages/devtools/src/test-runs/longest-first.cjs',
  // Workers wait for engines and browsers: on two cores, two keep them 78 % busy (18 minutes), three 94 % (under 14).
  maxWorkers: Math.min(8, os.availableParallelism() + 1),
  // A worker keeps what its files leave in memory; beyond this it starts again, which costs less than collecting it.
  workerIdleMemoryLimit: '1200MB',
  // What a test waits for has limits of its own, so this ends only one that hangs: on a busy machine the slowest take two minutes. Those in
  // browsers have a longer one.
  testTimeout: 300_000,
};
