import assert from 'node:assert';
import { read } from './read';

const address = 'jane@example.test';

function readEvent(event: Readonly<Record<string, unknown>>) {
  const data = {
    timestamp: 1534108637.153125,
    recipient: address,
    'user-variables': { postrider: 'abc234' },
  };
  const [found, ...others] =
    read(Buffer.from(JSON.stringify({ signature: {}, 'event-data': { ...data, ...event } }))) ?? [];
  assert(found && others.length === 0);
  return found;
}

const failed = (severity: string, reason: string, status: Readonly<Record<string, unknown>>) => ({
  ...{ event: 'failed', severity, reason },
  'delivery-status': { 'mx-host': 'mx.example.test', ...status },
});

it('reads the tag and the time', () => {
  const { tag, at } = readEvent({ event: 'accepted' });
  expect({ tag, at: at?.toISOString() }).toEqual({ tag: 'abc234', at: '2018-08-12T21:17:17.153Z' });
});

it.each([
  ['accepted', { event: 'accepted' }, { kind: 'accepted' }],
  ['complained', { event: 'complained' }, { kind: 'complaint', detail: 'abuse: Mailgun' }],
  [
    'rejected',
    { event: 'rejected', reject: { reason: 'Sandbox' } },
    { kind: 'rejected', detail: 'Mailgun: Sandbox' },
  ],
  ['opened', { event: 'opened' }, { kind: 'other' }],
  ['clicked', { event: 'clicked', url: 'https://x.test' }, { kind: 'other' }],
  ['unsubscribed', { event: 'unsubscribed' }, { kind: 'other' }],
  ['unknown', { event: 'stored' }, { kind: 'other' }],
])('%s', (_, event, fact) => {
  expect(readEvent(event).fact).toEqual(fact);
});

it('delivered names the server and its reply', () => {
  const status = { code: 250, message: 'OK', 'mx-host': 'mx.example.test' };
  expect(readEvent({ event: 'delivered', 'delivery-status': status }).fact).toMatchObject({
    kind: 'report',
    report: {
      reportingMta: 'mx.example.test',
      recipients: [{ action: 'delivered', address, diagnostic: '250 OK' }],
    },
  });
});

const unknown = '5.1.1 The email account that you tried to reach does not exist';

it.each([
  [
    'a missing mailbox',
    failed('permanent', 'bounce', { code: 550, message: unknown }),
    'failed recipient hard hard_bounce',
  ],
  [
    'a full mailbox',
    failed('permanent', 'bounce', { code: 552, message: '5.2.2 over quota' }),
    'failed full soft null',
  ],
  [
    'a server out of reach for too long',
    failed('permanent', 'old', { code: 499, description: 'timed out' }),
    'failed other soft null',
  ],
  [
    'a recipient on the bounce list',
    failed('permanent', 'suppress-bounce', { code: 605 }),
    'failed inactive hard hard_bounce',
  ],
  [
    'a recipient who complained before',
    failed('permanent', 'suppress-complaint', { code: 607 }),
    'failed policy undetermined null',
  ],
  [
    'a recipient who unsubscribed before',
    failed('permanent', 'suppress-unsubscribe', { code: 606 }),
    'failed policy undetermined null',
  ],
  [
    'a temporary failure',
    failed('temporary', 'generic', { code: 421, message: '4.7.0 too many connections, try again later' }),
    'delayed rate soft null',
  ],
])('%s', (_, event, expected) => {
  const { fact } = readEvent(event);
  assert(fact.kind === 'report');
  const shown = fact.report.recipients.map(
    ({ action, classification: found }) =>
      `${action} ${found?.class} ${found?.bounceType} ${found?.suppression}`,
  );
  expect(shown).toEqual([expected]);
});

it.each(['', '[]', '{"event-data":1}', 'event=delivered'])('%j is no notification', (body) => {
  expect(read(Buffer.from(body))).toBeNull();
});

it('ignores members of another type', () => {
  const { tag, at, fact } = readEvent({ event: 5, timestamp: 'now', 'user-variables': { postrider: 1 } });
  expect({ tag, at, fact }).toEqual({ tag: null, at: null, fact: { kind: 'other' } });
});
