import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { sendEmailRequest } from '../emails/send-email';
import { list } from '../fields/list';
import { record } from '../fields/record';
import {
  checkInput,
  invalidField,
  invalidRequest,
  quotable,
  validationError,
  validationMessage,
} from './validation-message';

const load = createRequire(__filename) as (name: string) => Readonly<Record<string, unknown>>;
const exported = readdirSync(join(__dirname, '..')).flatMap((folder) => Object.entries(load(`../${folder}`)));

/** What clients send: bodies and queries. */
const schemas = exported.flatMap(([name, value]) =>
  /(Request|Query)$/.test(name) && value instanceof z.ZodType ? [[name, value] as const] : [],
);

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
}

type Path = readonly (string | number)[];

/** Every place of a schema where a value stands, items of lists and values of maps among them. */
function placesOf(schema: JsonSchema, path: Path = []): Path[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  return [
    path,
    ...Object.entries(properties).flatMap(([name, inner]) => placesOf(inner, [...path, name])),
    ...(items === undefined ? [] : placesOf(items, [...path, 0])),
    ...(typeof additionalProperties === 'object' ? placesOf(additionalProperties, [...path, 'key']) : []),
    ...anyOf.flatMap((inner) => placesOf(inner, path)),
  ];
}

/** A body that holds the value at that place and nothing else. */
function bodyWith(path: Path, value: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const inner = bodyWith(rest, value);
  return typeof part === 'number' ? [inner] : { [part]: inner };
}

const wrong = [
  ...[
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    NaN,
    '',
    ' ',
    'x',
    '\0',
    'a\r\nb',
    '0',
    '0000-01-01T00:00:00Z',
  ],
  ...[[], [null], {}, { a: 1 }, { a: { b: [] } }, { 'bad name': 'x' }, { all: [{ a: 1 }] }],
  ...['x'.repeat(2_000_001), Array.from({ length: 200 }, () => 1), { ['k'.repeat(1_000)]: 'x' }],
  Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, 1])),
];

/** Words of zod's own messages. */
const foreign = /\binvalid\b|\bexpected\b|, received|too big|too small|unrecognized|\binput\b|\brecord\b/i;

it('knows every schema of requests', () => {
  expect(schemas.map(([name]) => name)).toEqual(
    expect.arrayContaining(['sendEmailRequest', 'batchRequest', 'listEmailsQuery', 'createSegmentRequest']),
  );
  expect(schemas.length).toBeGreaterThanOrEqual(20);
});

it.each(schemas)('%s says what is wrong in our words', (_name, schema) => {
  const places = placesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  let refused = 0;
  for (const place of places) {
    for (const value of wrong) {
      const read = checkInput(schema, bodyWith(place, value));
      if (read.ok) continue;
      refused += 1;
      for (const { message } of read.problems) {
        // Values of ours may be such words.
        const said = message.replace(/^must be \w+(, \w+)* or \w+$/, 'must be one of ours');
        expect([place, said]).toEqual([place, expect.not.stringMatching(foreign)]);
        expect(message.length).toBeLessThan(400);
      }
      expect(validationMessage(read.problems).length).toBeLessThan(10_000);
    }
  }
  expect(refused).toBeGreaterThan(5);
});

const text = (schema: z.ZodType, input: unknown): string => {
  const read = checkInput(schema, input);
  return read.ok ? '' : validationMessage(read.problems);
};

it.each([
  [z.object({ a: z.string() }), {}, 'a: required'],
  [z.object({ a: z.string() }), { a: 5 }, 'a: must be a string'],
  [z.object({ a: z.int() }), { a: 1.5 }, 'a: must be a whole number'],
  [z.object({ a: z.array(z.string()) }), { a: {} }, 'a: must be an array'],
  [z.object({ a: z.enum(['x', 'y', 'z']) }), { a: 'w' }, 'a: must be x, y or z'],
  [z.object({ a: z.string().max(1_000) }), { a: 'x'.repeat(1_001) }, 'a: must have at most 1,000 characters'],
  [z.object({ a: z.array(z.string()).min(2) }), { a: ['x'] }, 'a: must have at least 2 items'],
  [z.int().max(3_650), 5_000, 'body: must be at most 3,650'],
  [z.string().min(1), '', 'body: must not be empty'],
  [z.record(z.string().regex(/^a$/, 'only a'), z.string()), { b: 'x' }, 'b: only a'],
  [z.strictObject({}), { colour: 1 }, 'body: must not have colour'],
  [z.union([z.string(), z.number()]), null, 'body: has an invalid format'],
])('words %#', (schema, input, message) => {
  expect(text(schema, input)).toBe(message);
});

describe('what a client wrote', () => {
  const map = z.record(z.string().regex(/^[a-z]+$/, 'a-z'), z.string());

  it('stands on one line, cut', () => {
    expect(text(map, { [`${'K'.repeat(1_000_000)}`]: 'x' })).toBe(`${'K'.repeat(100)}…: a-z`);
    expect(text(map, { 'A\r\nB': 'x' })).toBe('A\\r\\nB: a-z');
    expect(quotable('"\u0000\ud800')).toBe('\\"\\u0000\\ud800');
  });

  it('is named twenty times at most', () => {
    const many = Object.fromEntries(Array.from({ length: 1_254 }, (_, n) => [`K${n}`, 'x']));
    expect(text(map, many)).toMatch(/^K0: a-z; .*K19: a-z; and 1,234 more$/);
  });
});

describe('entries beyond their limit', () => {
  const looks: string[] = [];
  const look = (value: string): boolean => {
    looks.push(value);
    return false;
  };
  const item = z.string().refine(look, 'wrong');
  const entries = Array.from({ length: 100_000 }, (_, n) => String(n));

  it.each([
    ['of a map', sendEmailRequest, { headers: Object.fromEntries(entries.map((n) => [n, n])) }],
    ['of a list', sendEmailRequest, { tags: entries }],
  ])('%s are counted before one is looked at', (_what, schema, input) => {
    const message = text(schema, input);
    expect(message).toMatch(/(headers|tags): must have at most \d+ (headers|items)/);
    expect(message).not.toMatch(/tags\[|headers\./);
  });

  it('are not looked at', () => {
    expect(text(list(item, 3), entries)).toBe('body: must have at most 3 items');
    const limit = { max: 3, message: 'at most three' };
    expect(text(record(z.string(), item, limit), { ...entries })).toBe('body: at most three');
    expect(looks).toEqual([]);
  });
});

it('refuses with the same problems in message and fields, at most 20 of each', () => {
  const many = Array.from({ length: 25 }, (_, n) => ({ path: `to[${n}]`, message: 'not an email address' }));
  const error = validationError(many);
  expect(error.fields).toEqual(many.slice(0, 20));
  expect(error.message).toMatch(/^to\[0\]: not an email address; .*; and 5 more$/);
  const named = { path: 'subject', message: 'required', reason: 'of our own' };
  expect(validationError([named]).fields).toEqual([{ path: 'subject', message: 'required' }]);
  expect(invalidField('subject', 'required')).toMatchObject({
    ...{ code: 'validation_error', message: 'subject: required' },
    fields: [{ path: 'subject', message: 'required' }],
  });
  expect(invalidRequest('The file is empty.')).toMatchObject({ message: 'The file is empty.', fields: [] });
});
