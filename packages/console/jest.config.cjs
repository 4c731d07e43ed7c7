/** Tests of components, with a document and without a browser. A project of the jest.config.cjs of the repository. */
module.exports = {
  displayName: 'console',
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.test.tsx'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: { '\\.css$': `${__dirname}/test/no-styles.cjs` },
  testEnvironment: `${__dirname}/test/dom-environment.cjs`,
  testEnvironmentOptions: { customExportConditions: ['require', 'default'] },
};
