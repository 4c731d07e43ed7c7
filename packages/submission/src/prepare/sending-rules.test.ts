import type { Principal, SendingDomain } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import type { DomainStatus } from '@postrider/contracts/statuses';
import { sendingPrincipal } from '@postrider/testkit';
import { platformKeyId } from '../platform-identity';
import { authorizeDomain, permittedKind, resolveKind } from './sending-rules';

const domain = (name: string, status: DomainStatus = 'verified'): SendingDomain => ({
  id: `id of ${name}`,
  name,
  status,
  stream: 'transactional',
  trackingVerified: false,
});
const domains = [
  domain('a.test'),
  domain('b.test'),
  domain('new.test', 'pending'),
  domain('off.test', 'disabled'),
];
const principal = (domainIds: readonly string[] | null = null): Principal =>
  sendingPrincipal({
    domainIds,
    organization: { id: 'org', plan: 'internal' },
    domains: new Map(domains.map((one) => [one.name, one])),
  });
const codeOf = (from: Principal, name: string): string => {
  try {
    return authorizeDomain(from, name).id;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

it.each([
  ['any verified domain to an unrestricted key', principal(), 'b.test', 'id of b.test'],
  ['its own domain to a restricted key', principal(['id of a.test']), 'a.test', 'id of a.test'],
  ['no other domain to a restricted key', principal(['id of a.test']), 'b.test', 'forbidden_domain'],
  [
    'a restricted key nothing about unregistered domains',
    principal(['id of a.test']),
    'x.test',
    'forbidden_domain',
  ],
  ['no domain that is not registered', principal(), 'x.test', 'unknown_domain'],
  ['no sub-domain of a registered one', principal(), 'mail.a.test', 'unknown_domain'],
  ['no pending domain', principal(), 'new.test', 'domain_not_verified'],
  ['no disabled domain', principal(), 'off.test', 'domain_not_verified'],
  ['no pending domain to its own key', principal(['id of new.test']), 'new.test', 'domain_not_verified'],
])('a sender is allowed %s', (...row) => {
  const [, from, name, expected] = row;
  expect(codeOf(from, name)).toBe(expected);
});

it('allows a user of the console a pending domain, in test mode only', () => {
  const user = (mode: 'live' | 'test'): Principal => ({
    ...principal(),
    mode,
    actor: {
      ...{ type: 'user', id: 'user', name: 'Ada', role: 'owner', content: true, export: true },
      authenticatedUntil: new Date(0),
    },
  });
  expect(codeOf(user('test'), 'new.test')).toBe('id of new.test');
  expect(codeOf(user('live'), 'new.test')).toBe('domain_not_verified');
  expect(codeOf(user('test'), 'off.test')).toBe('domain_not_verified');
  expect(codeOf({ ...principal(), mode: 'test' }, 'new.test')).toBe('domain_not_verified');
});

const textOf = (name: string, more: Partial<SendingDomain>): string => {
  const from = { ...principal(), domains: new Map([[name, { ...domain(name), ...more }]]) };
  try {
    authorizeDomain(from, name);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

it('names what is missing and the next step', () => {
  const missing = [
    { record: 'DKIM', name: 'pr1._domainkey.new.test', error: 'No TXT record is published there.' },
    { record: 'MX', name: 'bounce.new.test', error: null },
  ];
  expect(textOf('new.test', { status: 'pending', missing })).toBe(
    'new.test is pending: its DNS records were not found. DKIM: No TXT record is published there. ' +
      'MX: bounce.new.test has not been checked yet. GET /domains/id of new.test shows the records to publish; ' +
      'POST /domains/id of new.test/verify checks them at once.',
  );
  expect(textOf('off.test', { status: 'disabled' })).toContain('POST /domains/id of off.test/verify');
});

it('stays short, whatever DNS has answered', () => {
  const missing = [{ record: 'SPF', name: 'bounce.new.test', error: 'x'.repeat(5_000) }];
  expect(textOf('new.test', { status: 'failed', missing }).length).toBeLessThan(600);
});

it.each([
  ['the field', { kind: 'receipt' }, 'receipt'],
  ['the field before the tag', { kind: 'receipt', tags: [{ name: 'kind', value: 'other' }] }, 'receipt'],
  [
    'the tag',
    {
      tags: [
        { name: 'a', value: 'b' },
        { name: 'kind', value: 'digest.daily' },
      ],
    },
    'digest.daily',
  ],
  [
    'the first of two tags',
    {
      tags: [
        { name: 'kind', value: 'one' },
        { name: 'kind', value: 'two' },
      ],
    },
    'one',
  ],
  ['nothing for an empty tag', { tags: [{ name: 'kind', value: '' }] }, null],
  ['nothing for a tag of another name', { tags: [{ name: 'Kind', value: 'x' }] }, null],
  ['nothing', {}, null],
])('the kind is %s', (_what, request, kind) => {
  expect(resolveKind(request)).toBe(kind);
});

it('names the tag whose value is too long for a kind', () => {
  const tags = [
    { name: 'a', value: 'b' },
    { name: 'kind', value: 'k'.repeat(65) },
  ];
  expect(() => resolveKind({ tags })).toThrow('tags[1].value: a kind can have at most 64 characters');
});

it('leaves the kind that alert rules do not count to the platform', () => {
  const reserved = 'platform.notice';
  expect(() => permittedKind(principal(), reserved)).toThrow('kind: platform.notice is reserved');
  for (const kind of ['platform.other', 'notice', null]) expect(permittedKind(principal(), kind)).toBe(kind);
  const platform = { ...principal(), actor: { type: 'key', id: platformKeyId, name: 'platform' } } as const;
  expect(permittedKind(platform, reserved)).toBe(reserved);
});
