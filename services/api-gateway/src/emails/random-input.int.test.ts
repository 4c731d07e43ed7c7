import type { BatchResponse } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { randomInputs } from '@postrider/testkit';
import fc from 'fast-check';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, domain: { name: 'mail.acme.test' } });

const oddText = fc.constantFrom(
  ...['', ' ', '\0', '\ud800', '\ufeff', '\u202e', 'a\r\nb', 'x'.repeat(1_001), '😀'.repeat(100)],
  ...['ada@example.com', 'Ada <ada@example.com>', '"a b"@example.com', 'x@y', 'пётр@пример.рф', 'YQ=='],
  ...['2030-01-01T00:00:00Z', '9999-12-31T23:59:59.999999+14:00', '0001-01-01T00:00:00-23:59'],
  ...['__proto__', 'constructor', 'toString', 'Subject', 'X-A', 'bulk.x', '%00', '{{x}}', '\\u0000'],
);
const odd = fc.oneof(
  oddText,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom<unknown>(null, true, -1, 1e308, 1.5, [], {}, [null], { a: 1 }),
);
const map = fc.dictionary(fc.oneof(oddText, fc.constantFrom('order', 'X-Order')), odd, { maxKeys: 3 });
const fields = {
  ...{ from: odd, to: fc.oneof(odd, fc.array(odd, { maxLength: 52 })), cc: odd, bcc: odd, reply_to: odd },
  ...{
    subject: odd,
    html: odd,
    text: odd,
    kind: odd,
    idempotency_key: odd,
    scheduled_at: odd,
    expires_at: odd,
  },
  ...{ headers: fc.oneof(odd, map), metadata: fc.oneof(odd, map) },
  template: fc.oneof(odd, fc.record({ id: odd, slug: odd, version: odd, data: map }, { requiredKeys: [] })),
  track: fc.oneof(odd, fc.record({ opens: odd, clicks: odd }, { requiredKeys: [] })),
  tags: fc.oneof(odd, fc.array(fc.record({ name: odd, value: odd }), { maxLength: 3 })),
  attachments: fc.oneof(
    odd,
    fc.array(fc.record({ filename: odd, content: odd, content_type: odd }), { maxLength: 2 }),
  ),
};
/** An email that would do, with one to three fields that may not. */
const email = fc
  .tuple(fc.record(fields), fc.subarray(Object.keys(fields), { minLength: 1, maxLength: 3 }))
  .map(([values, chosen]) => ({
    ...{ from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hi' },
    ...Object.fromEntries(Object.entries(values).filter(([name]) => chosen.includes(name))),
  }));

const inputs = randomInputs(500);
const itemsMax = 20;
const timeoutMs = 300_000 + inputs * 200;

it(
  'whatever a request holds, it is accepted or refused, never a failure of ours',
  async () => {
    await fc.assert(
      fc.asyncProperty(email, async (body) => {
        const { status, text } = await api.post('/emails', api.key, body);
        if (status !== 200) expect([400, 415, 422]).toContain(status);
        expect(text).not.toContain('internal_error');
      }),
      { numRuns: inputs },
    );
  },
  timeoutMs,
);

it(
  'whatever an item of a batch holds',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(email, { minLength: 1, maxLength: itemsMax, size: 'max' }), async (items) => {
        const { status, body, text } = await api.post<BatchResponse>('/emails/batch', api.key, items);
        expect([status, body.data.length]).toEqual([200, items.length]);
        expect(text).not.toContain('internal_error');
      }),
      { numRuns: Math.ceil(inputs / (itemsMax / 2)) },
    );
  },
  timeoutMs,
);

it(
  'whatever the body of any endpoint is',
  async () => {
    const operations = Object.entries(api.document.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { requestBody?: object }>)
        .filter(([, { requestBody }]) => requestBody !== undefined)
        .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, newId()) })),
    );
    const names = fc.oneof(
      oddText,
      fc.constantFrom('name', 'slug', 'url', 'filter', 'data', 'since', 'variables'),
    );
    const body = fc.oneof(
      odd,
      fc.array(odd),
      fc.dictionary(names, fc.oneof(odd, map, fc.array(map)), { maxKeys: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), body, async ({ method, path }, sent) => {
        const { status, text } = await api.send(path, { method, key: api.key, body: JSON.stringify(sent) });
        expect([method, path, text, status < 500]).toEqual([method, path, text, true]);
        expect(text.length).toBeLessThan(20_000);
      }),
      { numRuns: inputs },
    );
  },
  timeoutMs,
);

it('none of them has left a half-written message', async () => {
  const { rows } = await api.pool.query<{ whole: string; halves: string }>(`
    SELECT count(*) FILTER (WHERE is_whole) AS whole, count(*) FILTER (WHERE NOT is_whole) AS halves
    FROM messages m, LATERAL (
      SELECT (SELECT count(*) FROM recipients r WHERE r.message_id = m.id) = m.recipient_count
        AND EXISTS (SELECT FROM message_contents c WHERE c.message_id = m.id) AS is_whole
    ) checked`);
  expect(Number(rows[0]?.whole)).toBeGreaterThan(0);
  expect(Number(rows[0]?.halves)).toBe(0);
});
