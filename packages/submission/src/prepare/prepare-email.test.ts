import type { Principal } from '@postrider/contracts/access';
import { sendEmailRequest } from '@postrider/contracts/emails';
import { sendingPrincipal } from '@postrider/testkit';
import { prepareEmail } from './prepare-email';
import type { PreparedEmail } from './prepared-email';

const now = new Date('2026-11-21T10:00:00.000Z');
const domain = { status: 'verified', trackingVerified: true } as const;
const principal = sendingPrincipal({
  organization: { id: 'org', plan: 'internal' },
  domains: new Map([
    ['mail.test', { ...domain, id: 'd1', name: 'mail.test', stream: 'transactional' }],
    ['news.test', { ...domain, id: 'd2', name: 'news.test', stream: 'bulk' }],
  ]),
});
const prepare = (fields: object = {}, by: Principal = principal): PreparedEmail => {
  const body = {
    from: 'a@mail.test',
    to: ['b@example.com', 'c@example.com'],
    subject: 's',
    text: 't',
    ...fields,
  };
  return prepareEmail(by, sendEmailRequest.parse(body), {
    idempotencyKey: null,
    bodyHash: null,
    source: 'api',
    now,
  });
};

it.each([
  ['transactional', {}, principal],
  ['bulk', { from: 'a@news.test' }, principal],
  ['test', { from: 'a@news.test' }, { ...principal, mode: 'test' as const }],
])('goes into the %s lane', (lane, fields, by) => {
  expect(prepare(fields, by).message.lane).toBe(lane);
});

it('counts live recipients only', () => {
  expect([
    prepare().countedRecipients,
    prepare({}, { ...principal, mode: 'test' }).countedRecipients,
  ]).toEqual([2, 0]);
});

it('a prepared email is due now, or at its time if that is still to come', () => {
  const dueAt = (scheduled_at: string): Date | null => prepare({ scheduled_at }).message.due_at;
  expect(prepare().message.due_at).toEqual(now);
  expect(dueAt('2026-11-21T09:00:00Z')).toEqual(now);
  expect(dueAt('2026-11-21T12:30:00+02:00')).toEqual(new Date('2026-11-21T10:30:00Z'));
});

it('writes times in UTC, whatever their offset', () => {
  const { scheduled_at, expires_at } = prepare({
    scheduled_at: '2026-11-21T12:30:00-23:59',
    expires_at: '2026-11-22T00:00:00.123456Z',
  }).message;
  expect([scheduled_at, expires_at]).toEqual(['2026-11-22T12:29:00.000Z', '2026-11-22T00:00:00.123Z']);
});

it('answers its idempotency key until a day after it is due', () => {
  expect(prepare().message.kept_until).toEqual(new Date('2026-11-22T10:00:00Z'));
  expect(prepare({ scheduled_at: '2026-12-01T00:00:00Z' }).message.kept_until).toEqual(
    new Date('2026-12-02T00:00:00Z'),
  );
});

it('gives message, recipients and attachments one id, a new one at each call', () => {
  const attachments = [{ filename: 'a', content: 'YWJj' }];
  const [one, two] = [prepare({ attachments }), prepare({ attachments })];
  const { id } = one.message;
  expect([...one.recipients, ...one.attachments].every((row) => row.message_id === id)).toBe(true);
  expect(two.message.id).not.toBe(id);
  expect(one.attachments[0]).toMatchObject({
    size: 3,
    content_type: 'application/octet-stream',
    content_id: null,
  });
});

it('tracks only what is asked for, of one person', () => {
  const tracked = prepare({ to: 'b@example.com', track: { opens: true } }).message;
  expect([tracked.track_opens, tracked.track_clicks]).toEqual([true, false]);
  expect(() => prepare({ track: { opens: true } })).toThrow('track: requires a single recipient');
  expect(prepare({ track: { opens: false, clicks: false } }).message.track_opens).toBe(false);
});

it('a bulk kind to one address that is written twice goes to one recipient', () => {
  const twice = { from: 'a@news.test', kind: 'digest.x', to: ['b@example.com', 'B@example.com'] };
  expect(prepare(twice).message).toMatchObject({ bulk: true, kind: 'digest.x' });
});
