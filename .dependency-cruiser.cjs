/** Import boundaries: service → packages, never service → service; contracts, mail and runtime import nothing of ours. */
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
    {
      name: 'foundation-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/(contracts|mail|runtime|sdk)/' },
      to: { path: '^packages/', pathNot: '^packages/(contracts|mail|runtime|sdk)/' },
    },
    {
      name: 'foundation-packages-stay-apart',
      severity: 'error',
      from: { path: '^packages/(contracts|mail|runtime|sdk)/' },
      to: { path: '^packages/(contracts|mail|runtime|sdk)/', pathNot: '^packages/$1/' },
    },
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
      comment: 'A client of 12 MB of memory: domain-options.ts loads it where the settings name regions.',
      severity: 'error',
      from: { path: '^services/api-gateway/src/', pathNot: '/domains/providers/ses/ses-identities[.]ts$' },
      to: {
        path: '/domains/providers/ses/ses-identities[.]ts$|node_modules/@aws-sdk/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packages-by-their-door',
      severity: 'error',
      from: { path: '^(packages/([^/]+)|services/[^/]+|tests)/' },
      to: { path: '^packages/([^/]+)/src/(?!index[.]ts$)', pathNot: '^packages/$2/' },
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
