import fc from 'fast-check';
import { passedLimit, type JsonShapeLimits } from './json-body';

const wide: JsonShapeLimits = { valuesMax: 1e9, nestingMax: 1e9, bytesOutsideTextsMax: 1e9 };
const passed = (json: string, limits: Partial<JsonShapeLimits>) =>
  passedLimit(Buffer.from(json), { ...wide, ...limits });

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1);
}
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Texts full of what could be taken for structure, short and long. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', '\\', '\\"', ',', '{', '[', ']', '}', ':', '\n', 'é', '\u2028'),
      fc.string(),
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, 0, -1.5e-7),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

it('counts values and depth of any JSON, whatever its texts hold', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
      const written = JSON.stringify(value, null, indent);
      const [values, depth] = [valuesIn(value), depthOf(value)];
      // An empty container counts twice.
      expect(passed(written, { valuesMax: values + (written.match(/[[{]/g)?.length ?? 0) })).toBeNull();
      expect(passed(written, { valuesMax: values - 1 })).toBe('valuesMax');
      expect(passed(written, { nestingMax: depth })).toBeNull();
      if (depth > 0) expect(passed(written, { nestingMax: depth - 1 })).toBe('nestingMax');
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['keys', `{${'"a":1,'.repeat(2_000)}"b":1}`, 'valuesMax'],
  ['empty objects', `[${'{},'.repeat(2_000)}{}]`, 'valuesMax'],
  ['lists that only open', '['.repeat(2_000), 'nestingMax'],
  ['digits', `[${'1'.repeat(20_000)}]`, 'bytesOutsideTextsMax'],
  ['blanks', ' '.repeat(20_000), 'bytesOutsideTextsMax'],
])('a body with too many %s is refused', (_what, text, limit) => {
  expect(passed(text, { valuesMax: 1_000, nestingMax: 64, bytesOutsideTextsMax: 10_000 })).toBe(limit);
});

it.each([
  ['a text that does not end', `"${'x'.repeat(1_000)}`],
  ['a text that ends with a backslash', `"${'x'.repeat(100)}\\`],
  ['escaped quotation marks', JSON.stringify('"'.repeat(1_000))],
  ['backslashes', JSON.stringify('\\'.repeat(1_001))],
  ['closings that never opened', ']}'.repeat(100)],
  ['nothing', ''],
])('a body with %s is accepted', (_what, text) => {
  expect(passed(text, { valuesMax: 1_000, nestingMax: 64 })).toBeNull();
});
