/**
 * Import boundaries. Packages form layers: one imports those of lower layers only. Services import packages, never each
 * other. That rooms within a `src` import each other one way only is `packages/devtools/src/checks/rooms.test.ts`.
 */
const layers = [
  ['contracts', 'mail', 'runtime', 'sdk', 'smtp-client'],
  ['cli', 'console', 'db', 'email-check', 'http-client', 'messaging', 'templating'],
  ['admission', 'audiences', 'identity', 'providers', 'throttling', 'webhooks'],
  ['reviews', 'waiting'],
  ['submission'],
  ['operator', 'testkit'],
  ['devtools'],
];
const tests = '[.]test[.]ts$|^packages/[^/]+/test/';

/** Of one layer: its packages import neither each other nor one of a higher layer. Tests also use the test kit. */
function stepDown(names, index) {
  return {
    name: `packages-step-down-from-${names.join('-')}`,
    severity: 'error',
    from: { path: `^packages/(${names.join('|')})/`, pathNot: tests },
    to: { path: `^packages/(${layers.slice(index).flat().join('|')})/`, pathNot: '^packages/$1/' },
  };
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'service-never-imports-service',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'package-never-imports-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    ...layers.map(stepDown),
    {
      name: 'testkit-only-in-tests',
      severity: 'error',
      from: {
        path: '^(packages|services)/',
        pathNot: '(^packages/(testkit|devtools)/|[.]test[.]ts$|^(packages|services)/[^/]+/test/)',
      },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'devtools-only-in-system-tests',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: '^packages/devtools/' },
      to: { path: '^packages/devtools/' },
    },
    {
      name: 'provider-clients-only-where-configured',
      comment:
        'A client of 12 MB of memory: domain-options.ts (gateway) and send.ts (packages/providers) load it where there are regions.',
      severity: 'error',
      from: {
        path: '^(services|packages)/[^/]+/src/',
        pathNot:
          '/domains/providers/ses/ses-identities[.]ts$|^packages/providers/src/ses/ses-region([.]test)?[.]ts$',
      },
      to: {
        path: '/domains/providers/ses/ses-identities[.]ts$|^packages/providers/src/ses/ses-region[.]ts$|node_modules/@aws-sdk/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packages-by-their-door',
      severity: 'error',
      from: { path: '^(packages/([^/]+)|services/[^/]+|tests)/' },
      // The client has several doors.
      to: {
        path: '^packages/([^/]+)/src/(?!index[.]ts$|(webhooks|nodemailer|testing)/index[.]ts$)',
        pathNot: '^packages/($2|contracts)/',
      },
    },
    {
      name: 'contracts-by-the-entry-of-a-folder',
      severity: 'error',
      from: { pathNot: '^packages/contracts/' },
      to: { path: '^packages/contracts/src/(?![^/]+/index[.]ts$)' },
    },
    {
      name: 'contracts-have-no-root',
      comment:
        'A program loads the resources that it works with: no file stands above the folders, and an entry exports the files of its own folder.',
      severity: 'error',
      from: { path: '^packages/contracts/src/([^/]+[.]ts$|([^/]+)/index[.]ts$)' },
      to: { path: '^packages/contracts/src/', pathNot: '^packages/contracts/src/$2/(?!index[.]ts$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|generated)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['postrider-source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
