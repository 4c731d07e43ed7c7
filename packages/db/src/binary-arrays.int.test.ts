import { useTestContext } from '@postrider/testkit';
import { integerArray, textArray, timestampArray, uuidArray } from './binary-arrays';

const context = useTestContext();

async function readBack(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await context.pool.query<{ given: unknown }>(`SELECT $1::${type}[] AS given`, [array]);
  return rows[0]?.given;
}

it.each([
  ['none', []],
  ['an empty one', ['']],
  ['what text arrays have to quote', ['a "b" \\c', '{d,e}', 'NULL', 'two\r\nlines']],
  ['other scripts and emoji', ['жук', '日本語', '👩‍👩‍👧', 'é'.repeat(5_000)]],
  ['a large one among small ones', ['a', 'b'.repeat(3_000_000), 'c']],
  ['none among others', ['a', null, '']],
])('an array arrives as it was sent: %s', async (_name, values: (string | null)[]) => {
  expect(await readBack('text', textArray(values))).toEqual(values);
});

it.each([
  ['integer', integerArray, [0, -1, 2_147_483_647, null, -2_147_483_648]],
  ['uuid', uuidArray, ['0193a5f0-7c1e-7000-8000-0123456789ab', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
  [
    'timestamptz',
    timestampArray,
    ['1970-01-01T00:00:00.001Z', '2026-11-23T06:20:00.999Z'].map((text) => new Date(text)),
  ],
])('an array arrives as it was sent: %s', async (type, encode: (values: never[]) => Buffer, values) => {
  expect(await readBack(type, encode(values as never[]))).toEqual(values);
  expect(await readBack(type, encode([]))).toEqual([]);
});

it('a binary array is refused by the server, not cut, when it holds a NUL', async () => {
  await expect(readBack('text', textArray(['a\u0000b']))).rejects.toMatchObject({ code: '22021' });
});
