import { createReturnPathTokens } from '@postrider/mail';
import type { Resolution } from '../transport/routing/mx-destinations';
import type { Destination } from '../transport/pool/destination';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type { CountAttempts } from './count-attempts';
import { createMessagePhases } from './message-phases';
import { routeRecipients, type ReturnPathMode } from './route-recipients';

const tokens = createReturnPathTokens({ secret: 'a secret of sixteen bytes or more' });
const messageId = '019a8f00-1234-7abc-8def-0123456789ab';
const sender = { domainId: 'd', transport: 'mx', sourcePool: null, stream: 'transactional' } as const;

let resolved: string[];
let released: string[];
let suspendedSites: string[];
beforeEach(() => {
  resolved = [];
  released = [];
  suspendedSites = [];
});

const suspended = { failureClass: 'no_answer', reason: 'no_answer: closed', until: new Date(0) } as const;
const connections = {
  suspended: ({ site }: Destination) => (suspendedSites.includes(site) ? suspended : undefined),
} as Partial<ConnectionPool> as ConnectionPool;
const counts = { leftAlone: () => undefined } as Partial<CountAttempts> as CountAttempts;

/** Each domain is a site, `*.big.test` are one; `none.test` has none. */
function resolve(domain: string): Promise<Resolution> {
  resolved.push(domain);
  if (domain === 'none.test') {
    return Promise.resolve({ kind: 'none', failure: 'no_mail_host', detail: 'none' });
  }
  const site = domain.endsWith('.big.test') ? 'big.test' : domain;
  const destination = {
    site,
    source: null,
    hostsKey: site,
    provider: site,
  } as Partial<Destination> as Destination;
  return Promise.resolve({
    kind: 'destination',
    destination,
    releaseReservation: () => released.push(domain),
  });
}

async function grouped(addresses: readonly string[], mode: ReturnPathMode = 'message', round = 1) {
  const pending = addresses.map((address, ordinal) => ({ address, ordinal }));
  const options = {
    destinations: { resolve },
    returnPaths: tokens,
    returnPathMode: mode,
    connections,
    counts,
    phases: createMessagePhases(),
  };
  const groups = await routeRecipients(options, { id: messageId, round, pending }, sender);
  return groups.map((each) => ({
    to: each.recipients.map(({ address }) => address),
    path: tokens.read(each.returnPath)?.ordinal,
    tokens: each.recipientTokens.map((token) => tokens.read(token)?.ordinal),
    route: each.route,
  }));
}

const addresses = ['a@one.big.test', 'b@other.test', 'c@two.big.test', 'd@none.test', 'e@One.Big.test'];

it('recipients at one site share a transaction, and a return path that names the message', async () => {
  expect(await grouped(addresses)).toMatchObject([
    { to: ['a@one.big.test', 'c@two.big.test', 'e@One.Big.test'], path: null, tokens: [0, 2, 4] },
    { to: ['b@other.test'], path: 1, tokens: [1] },
    { to: ['d@none.test'], path: 3, tokens: [3] },
  ]);
});

it('each has its own where each is to have its own', async () => {
  const groups = await grouped(addresses, 'recipient');
  expect(groups.map(({ to, path }) => [to, path])).toEqual(addresses.map((address, at) => [[address], at]));
});

it('each has its own from the third round on: one may be what the others fail by', async () => {
  expect(await grouped(addresses, 'message', 2)).toHaveLength(3);
  expect(await grouped(addresses, 'message', 3)).toHaveLength(5);
});

it('a transaction has a hundred recipients at most', async () => {
  const many = Array.from({ length: 250 }, (_, at) => `r${at}@one.big.test`);
  const groups = await grouped(many);
  expect(groups.map(({ to }) => to.length)).toEqual([100, 100, 50]);
  expect(groups.flatMap(({ to }) => to)).toEqual(many);
});

it('an address that needs SMTPUTF8 goes apart', async () => {
  const groups = await grouped(['a@one.big.test', 'пётр@one.big.test', 'c@one.big.test']);
  expect(groups.map(({ to }) => to)).toEqual([['a@one.big.test', 'c@one.big.test'], ['пётр@one.big.test']]);
});

it('each is resolved once, and the reservations of all are released', async () => {
  const groups = await grouped(addresses);
  expect(resolved).toHaveLength(addresses.length);
  expect(released).toEqual([]);
  for (const { route } of groups) if (route.kind === 'open') route.releaseReservation();
  expect(released.toSorted()).toEqual(['one.big.test', 'one.big.test', 'other.test', 'two.big.test']);
});

it('what goes to a suspended site is not sent, and its reservations are released', async () => {
  suspendedSites = ['big.test'];
  const [shared, other, none] = await grouped(addresses);
  expect(shared?.route).toMatchObject({
    kind: 'closed',
    end: { state: 'suspended' },
    destination: { provider: 'big.test' },
  });
  expect(released.toSorted()).toEqual(['one.big.test', 'one.big.test', 'two.big.test']);
  expect(other?.route).toMatchObject({ kind: 'open', destination: { site: 'other.test' } });
  expect(none?.route).toMatchObject({ kind: 'closed', end: { state: 'no_route' } });
});
