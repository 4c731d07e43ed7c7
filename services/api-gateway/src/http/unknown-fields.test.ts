import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sendEmailRequest } from '@postrider/contracts/emails';
import { createSegmentRequest } from '@postrider/contracts/segments';
import { projectRoot } from '@postrider/testkit';
import { z } from 'zod';
import type { Route } from './route';
import { findUnknownFields, slipsIn, unknownParameters } from './unknown-fields';

const route = (body: z.ZodType, documented?: z.ZodType) =>
  ({ body, ...(documented && { documented: { body: documented } }) }) as unknown as Route;
const send = route(sendEmailRequest);
const unknownIn = (of: Route, body: unknown) => findUnknownFields(of, body).header;
const slips = (of: Route, body: unknown) => findUnknownFields(of, body).slips;
const batch = route(z.array(z.unknown()), z.array(sendEmailRequest));

it.each<[object, string | null]>([
  [{ from: 'a', to: 'b', subject: 's', text: 't', headers: { 'X-A': 'b' }, metadata: { a: 'b' } }, null],
  [{ template: { slug: 's', data: { anything: { at: 'all' }, Slug: 1 } }, track: { opens: true } }, null],
  [{ replyTo: 'x', reply_to: 'y', colour: 1 }, 'replyTo=reply_to, colour'],
  [{ subjct: 1, Subject: 2, subject: 'x', tag: 1, tags: [] }, 'subjct=subject, Subject=subject, tag=tags'],
  [
    { bc: 1, test: 1, time: 1, trace: 1, next: 1, consent: 1 },
    'bc, test=text, time=mime, trace=track, next=text, consent',
  ],
  [{ template: { slug: 's', data: {}, dta: {} } }, 'template.dta=data'],
  [
    {
      attachments: [
        { content_type: 'x', contentType: 'x' },
        { filname: 'x', filename: 'x', x: 1 },
      ],
    },
    'attachments[0].contentType=content_type, attachments[1].filname=filename, attachments[1].x',
  ],
  [{ tags: [{ name: 'a', value: 'b' }, { key: 'a' }] }, 'tags[1].key'],
  // Of another kind than it should be: that is what its validation says.
  [{ tags: { name: 'a' }, template: [1], attachments: 'x', track: null }, null],
])('%j: %s', (body, expected) => {
  expect(unknownIn(send, body)).toBe(expected);
  expect(slips(send, body)).toEqual([]);
});

it.each<[object, string]>([
  [{ scheduledAt: 1 }, 'scheduledAt scheduled_at'],
  [{ 'reply-to': 1 }, 'reply-to reply_to'],
  [{ REPLYTO: 1 }, 'REPLYTO reply_to'],
  [{ Cc: 1 }, 'Cc cc'],
  [{ To: 1 }, 'To to'],
  [{ subjct: 1 }, 'subjct subject'],
  [{ sbuject: 1 }, 'sbuject subject'],
  [{ shceduled_at: 1 }, 'shceduled_at scheduled_at'],
  [{ schedule_at: 1 }, 'schedule_at scheduled_at'],
  [{ sheduledAt: 1 }, 'sheduledAt scheduled_at'],
  [{ idempotencyKey: 1 }, 'idempotencyKey idempotency_key'],
  [{ tag: 1 }, 'tag tags'],
  [{ attachment: [] }, 'attachment attachments'],
  [{ htlm: 1 }, 'htlm html'],
  [{ track: { open: true } }, 'track.open opens'],
  [{ template: { dta: {}, Slug: 's' } }, 'template.Slug slug'],
  [{ attachments: [{}, { contentType: 'x' }] }, 'attachments[1].contentType content_type'],
])('%j is refused: %s', (body, expected) => {
  const [path, meant] = expected.split(' ');
  expect(slips(send, body)).toEqual([{ path, message: `unknown field; did you mean ${meant}?` }]);
});

it('takes no field of another resource for a slip, unless it is the plural', () => {
  const load = createRequire(__filename) as (name: string) => Readonly<Record<string, unknown>>;
  const exported = readdirSync(join(projectRoot(), 'packages/contracts/src'))
    .filter((folder) => folder !== 'console')
    .flatMap((folder) => Object.entries(load(`@postrider/contracts/${folder}`)));
  const schemas = exported.filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject);
  const names = new Set(schemas.flatMap(([, { shape }]) => Object.keys(shape)));
  expect(names.size).toBeGreaterThan(200);
  const found = schemas.flatMap(([schema, type]) =>
    [...names].flatMap((name) =>
      slipsIn(type, { [name]: 1 })
        .map(({ message }) => /mean (\w+)/.exec(message)?.[1] ?? '')
        .filter((meant) => meant !== `${name}s` && name !== `${meant}s`)
        .map((meant) => `${schema}: ${name} is not ${meant}`),
    ),
  );
  expect(found).toEqual([]);
});

it('leaves it to a strict schema to refuse what it does not know', () => {
  const strict = route(z.strictObject({ reply_to: z.string().optional() }));
  expect(findUnknownFields(strict, { replyTo: 'x' })).toEqual({ header: 'replyTo=reply_to', slips: [] });
});

it('finds another spelling behind any number of unknown fields, at the cost of one look for each', () => {
  const many = Object.fromEntries(Array.from({ length: 25_000 }, (_, n) => [`subj${n}xt`, 1]));
  const floor = timeOf(() => JSON.parse(JSON.stringify(many)));
  const spent = timeOf(() => expect(slips(send, { ...many, scheduledAt: 1 })).toHaveLength(1));
  expect(spent).toBeLessThan(floor * 10);
});

/** The fastest of three. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

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
  const items = [{ shade: 'a' }, { shade: 'b' }, { replyTo: 'c', tags: [{ colour: 1 }] }, 'no item'];
  expect(unknownIn(batch, items)).toBe('[].shade, [].tags[0].colour');
  expect(slips(batch, items)).toEqual([]);
  expect(slipsIn(sendEmailRequest, items[2])).toMatchObject([{ path: 'replyTo' }]);
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

it('the header of unknown fields is safe in a header, and of bounded length, whatever the names are', () => {
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
