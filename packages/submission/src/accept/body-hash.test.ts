import { hashBody, isMismatch } from './body-hash';

const email = { from: 'a@b.test', to: ['c@d.test'], subject: 'Hi', metadata: { order: '1', shop: 'x' } };

it('the hash of a body is the same whatever the order of fields and the idempotency key are', async () => {
  const { metadata, ...rest } = email;
  const again = { metadata: { shop: metadata.shop, order: metadata.order }, ...rest, html: undefined };
  expect(await hashBody({ ...again, idempotency_key: 'k' })).toBe(await hashBody(email));
  expect(await hashBody(email)).toMatch(/^[0-9a-f]{32}$/);
});

it.each<[string, object]>([
  ['another text', { subject: 'hi' }],
  ['another recipient', { to: ['e@d.test'] }],
  ['one recipient more', { to: ['c@d.test', 'e@d.test'] }],
  ['texts that are cut at another place', { to: ['c@d.tests', '3:e'] }],
  ['a number for a text', { metadata: { order: 1, shop: 'x' } }],
  ['a field more', { text: '' }],
  ['a field with the name of another', { metadata: { shop: '1', order: 'x' } }],
])('the hash of a body differs for %s', async (_name, fields) => {
  expect(await hashBody({ ...email, ...fields })).not.toBe(await hashBody(email));
});

it('covers every character of long attachments, and lets others work meanwhile', async () => {
  const content = 'A'.repeat(5_000_000);
  const sent = (text: string) => hashBody({ ...email, attachments: [{ filename: 'a', content: text }] });
  let turns = 0;
  const turn = setInterval(() => (turns += 1));
  const first = await sent(content);
  clearInterval(turn);
  expect(turns).toBeGreaterThan(0);
  expect(await sent(content)).toBe(first);
  expect(await sent(`${content.slice(0, 3_456_789)}B${content.slice(3_456_790)}`)).not.toBe(first);
});

it('knows no mismatch where a hash is missing', () => {
  expect([isMismatch(null, 'a'), isMismatch('a', null), isMismatch('a', 'a'), isMismatch('a', 'b')]).toEqual([
    ...[false, false, false, true],
  ]);
});
