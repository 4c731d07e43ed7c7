import assert from 'node:assert';
import { createHmac } from 'node:crypto';
import { createLogger } from '@postrider/runtime';
import type { VerifyNotification } from '../notifications/verdict';
import { verify } from './verify';

const now = new Date('2026-11-24T10:00:00Z');
const nowSeconds = now.getTime() / 1_000;
const key = 'signing-key';
let verifyNotification: VerifyNotification;

beforeEach(() => {
  const created = verify.create(
    { MAILGUN_WEBHOOK_KEY: key },
    {
      clock: { now: () => now },
      log: createLogger({ name: 'mailgun test', level: 'silent' }),
      httpClient: { request: () => Promise.reject(new Error('no request is needed')) },
    },
  );
  assert(created);
  verifyNotification = created;
});

function notification({
  at = nowSeconds,
  token = 'a'.repeat(50),
  event = 'delivered',
  by = key,
  isParent = false,
} = {}) {
  const hmac = createHmac('sha256', by).update(`${at}${token}`).digest('hex');
  const signature = isParent ? { signature: '0'.repeat(64), 'parent-signature': hmac } : { signature: hmac };
  return JSON.stringify({
    signature: { timestamp: String(at), token, ...signature },
    'event-data': { event },
  });
}

async function verdictOf(body: string): Promise<string> {
  const verdict = await verifyNotification({}, Buffer.from(body));
  return verdict.kind === 'refused' ? verdict.reason : verdict.kind;
}

it('accepts no notifications without a key', () => {
  expect(verify.create({ MAILGUN_WEBHOOK_KEY: '' }, {} as never)).toBeNull();
});

it.each([
  ['signed with the key', {}, 'event'],
  ['signed with the key of the parent account', { isParent: true }, 'event'],
  ['signed with another key', { by: 'other' }, 'signature'],
  ['of 24 hours ago', { at: nowSeconds - 24 * 3_600 }, 'event'],
  ['of 26 hours ago', { at: nowSeconds - 26 * 3_600 }, 'time'],
  ['of tomorrow', { at: nowSeconds + 24 * 3_600 }, 'time'],
])('a notification %s (%j): %s', async (_, given, verdict) => {
  expect(await verdictOf(notification(given))).toBe(verdict);
});

it.each([
  '{}',
  'event=delivered',
  '{"signature":{}}',
  JSON.stringify({ signature: { timestamp: `${nowSeconds}`, token: 'a', signature: 'short' } }),
])('refuses %s as malformed', async (body) => {
  expect(await verdictOf(body)).toBe('malformed');
});

it('accepts a retry, and refuses the signature of one notification on another', async () => {
  const body = notification();
  expect(await verdictOf(body)).toBe('event');
  expect(await verdictOf(body)).toBe('event');
  expect(await verdictOf(notification({ event: 'complained' }))).toBe('signature');
  expect(await verdictOf(notification({ event: 'complained', token: 'b'.repeat(50) }))).toBe('event');
});
