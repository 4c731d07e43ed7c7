import {
  signInProviders,
  signInProviderSecretsSetting,
  signInProvidersSetting,
  unpairedProviders,
} from './provider-setting';

const given = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.acme.example/realms/staff',
  client_id: 'postrider',
};
const read = (sets: object) => signInProvidersSetting.safeParse(JSON.stringify([{ ...given, ...sets }]));

it('reads a list of providers, with their secrets', () => {
  const providers = signInProvidersSetting.parse(JSON.stringify([given]));
  const secrets = signInProviderSecretsSetting.parse('{"acme": "s3cret"}');
  expect(signInProviders(providers, secrets)).toEqual([
    { ...given, create: 'invited', scopes: [], private_network: false, clientSecret: 's3cret' },
  ]);
  expect(unpairedProviders(providers, secrets)).toEqual([]);
  expect(unpairedProviders(providers, { other: 'x' })).toEqual(['acme', 'other']);
  expect(signInProvidersSetting.parse('')).toEqual([]);
});

it.each([
  [{ id: 'Acme!' }, '[0].id must be 1 to 32 characters of a-z, 0-9 and -'],
  [{ issuer: 'http://id.acme.example' }, '[0].issuer must be an https URL, or http on this machine'],
  [{ create: 'sometimes' }, '[0].create must be never, invited or always'],
  [{ role: 'boss', organization: 'acme' }, '[0].role must be one of viewer, member, admin, owner'],
  [{ role: 'viewer' }, '[0].organization required with role or roles'],
  [{ roles: { staff: 'viewer' }, organization: 'acme' }, '[0].roles roles and role_claim are set together'],
  // Anyone can have an account at a public provider.
  [
    { create: 'always', role: 'viewer', organization: 'acme' },
    '[0].email_domains required with create: always',
  ],
  [
    { create: 'always', email_domains: ['acme.example'] },
    '[0].role role or roles is required with create: always',
  ],
])('refuses %j in one sentence', (sets, message) => {
  expect(read(sets).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('refuses an unknown field, an id twice, and text that is no JSON, without showing a secret', () => {
  expect(read({ client_secret: 's3cret' }).error?.message).not.toContain('s3cret');
  expect(signInProvidersSetting.safeParse(JSON.stringify([given, given])).success).toBe(false);
  expect(signInProviderSecretsSetting.safeParse('s3cret').error?.message).toContain('must be JSON');
  expect(signInProviderSecretsSetting.safeParse('s3cret').error?.message).not.toContain('s3cret');
});
