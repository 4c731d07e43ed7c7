import { AppError } from '@postrider/contracts';
import type { Sender, SendingDomain } from '../sender';
import { authorizeDomain } from './authorize-domain';

const domain = (name: string, status = 'verified'): SendingDomain => ({
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
const sender = (domainIds: readonly string[] = []): Sender => ({
  keyId: 'key',
  mode: 'live',
  domainIds,
  organization: {
    id: 'org',
    plan: 'internal',
    sendingPausedAt: null,
    underReviewAt: null,
    isScreened: false,
  },
  domains: new Map(domains.map((one) => [one.name, one])),
});
const codeOf = (from: Sender, name: string): string => {
  try {
    return authorizeDomain(from, name).id;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

it.each([
  ['any verified domain to an unrestricted key', sender(), 'b.test', 'id of b.test'],
  ['its own domain to a restricted key', sender(['id of a.test']), 'a.test', 'id of a.test'],
  ['no other domain to a restricted key', sender(['id of a.test']), 'b.test', 'forbidden_domain'],
  [
    'a restricted key nothing about unregistered domains',
    sender(['id of a.test']),
    'x.test',
    'forbidden_domain',
  ],
  ['no domain that is not registered', sender(), 'x.test', 'unknown_domain'],
  ['no sub-domain of a registered one', sender(), 'mail.a.test', 'unknown_domain'],
  ['no pending domain', sender(), 'new.test', 'domain_not_verified'],
  ['no disabled domain', sender(), 'off.test', 'domain_not_verified'],
  ['no pending domain to its own key', sender(['id of new.test']), 'new.test', 'domain_not_verified'],
])('allows %s', (...row) => {
  const [, from, name, expected] = row;
  expect(codeOf(from, name)).toBe(expected);
});
