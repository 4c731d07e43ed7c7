import { sendEmailRequest, createSegmentRequest } from '@postrider/contracts';
import { z } from 'zod';
import type { Route } from './route';
import { unknownFields, unknownParameters } from './unknown-fields';

const route = (body: z.ZodType, documented?: z.ZodType) =>
  ({ body, ...(documented && { documented: { body: documented } }) }) as unknown as Route;
const send = route(sendEmailRequest);
const unknownIn = (of: Route, body: unknown) => unknownFields(of, body);
const batch = route(z.array(z.unknown()), z.array(sendEmailRequest));

it.each<[object, string | null]>([
  [{ from: 'a', to: 'b', subject: 's', text: 't', headers: { 'X-A': 'b' }, metadata: { a: 'b' } }, null],
  [{ template: { slug: 's', data: { anything: { at: 'all' } } }, track: { opens: true } }, null],
  [{ replyTo: 'x', colour: 1 }, 'replyTo=reply_to, colour'],
  [
    { Reply_To: 1, 'reply-to': 1, reply_too: 1, repyl_to: 1 },
    'Reply_To=reply_to, reply-to=reply_to, reply_too=reply_to, repyl_to=reply_to',
  ],
  [{ scheduledAt: 1, Subject: 1, bc: 1 }, 'scheduledAt=scheduled_at, Subject=subject, bc'],
  [{ template: { dta: {}, slug: 's' } }, 'template.dta=data'],
  [
    { attachments: [{ contentType: 'x' }, { filname: 'x', x: 1 }] },
    'attachments[0].contentType=content_type, attachments[1].filname=filename, attachments[1].x',
  ],
  [{ tags: [{ name: 'a', value: 'b' }, { key: 'a' }] }, 'tags[1].key'],
  // Of another kind than it should be: that is what its validation says.
  [{ tags: { name: 'a' }, template: [1], attachments: 'x', track: null }, null],
])('%j: %s', (body, expected) => {
  expect(unknownIn(send, body)).toBe(expected);
});

it.each([undefined, null, 'text', 5, []])('says nothing of %j', (body) => {
  expect(unknownIn(send, body)).toBeNull();
});

it('names unknown parameters of the query with what was probably meant, or else with what there is', () => {
  const list = {
    query: z.object({ tag: z.string().optional(), limit: z.string().optional() }),
  } as unknown as Route;
  expect(unknownParameters(list, { tags: 'a', limit: '5', 'metadata[order]': '7' })).toEqual([
    { path: 'tags', message: 'unknown parameter; did you mean tag?' },
    { path: 'metadata[order]', message: 'unknown parameter; use tag, limit' },
  ]);
  expect(unknownParameters(list, { tag: 'a' })).toEqual([]);
});

it('reports all items of a batch together', () => {
  const items = [{ from: 'a' }, { replyTo: 'b' }, { replyTo: 'c', tags: [{ colour: 1 }] }, 'no item'];
  expect(unknownIn(batch, items)).toBe('[].replyTo=reply_to, [].tags[0].colour');
  expect(unknownIn(batch, [{ from: 'a' }])).toBeNull();
});

it('knows the fields of every alternative', () => {
  const all = [{ status: 'x' }, { topic: 't', state: 's' }, { property: 'p', op: 'eq', valu: 1 }];
  expect(unknownIn(route(createSegmentRequest), { name: 'x', filter: { all } })).toBe(
    'filter.all[2].valu=value',
  );
});

it('finds keys that reach a prototype like any other', () => {
  expect(unknownIn(send, JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}'))).toBe(
    '__proto__, constructor',
  );
});

it('is safe in a header, and of bounded length, whatever the names are', () => {
  const names = [
    'a\r\nSet-Cookie: x',
    'ключ',
    '\ud800',
    ',=',
    '"',
    '\0',
    ' ',
    '',
    '😀'.repeat(100),
    'x'.repeat(1e6),
  ];
  const header = unknownIn(send, Object.fromEntries(names.map((name) => [name, 1]))) ?? '';
  expect(header).toMatch(/^[\w%.~!'()*, =-]+$/);
  expect(header.split(', ')).toHaveLength(names.length);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`${'я'.repeat(50)}${n}`, 1]));
  expect((unknownIn(send, many) ?? '').length).toBeLessThanOrEqual(1_510);
  const plain = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 1]));
  expect(unknownIn(send, plain)?.split(', ')).toHaveLength(20);
});
