import { createTestContext, type TestContext } from '@postrider/testkit';
import { textArray } from './text-array';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

async function readBack(values: readonly string[]): Promise<unknown> {
  const { rows } = await context.pool.query<{ given: unknown }>('SELECT $1::text[] AS given', [
    textArray(values),
  ]);
  return rows[0]?.given;
}

it.each([
  ['none', []],
  ['an empty one', ['']],
  ['what text arrays have to quote', ['a "b" \\c', '{d,e}', 'NULL', 'two\r\nlines']],
  ['other scripts and emoji', ['жук', '日本語', '👩‍👩‍👧', 'é'.repeat(5_000)]],
  ['a large one among small ones', ['a', 'b'.repeat(3_000_000), 'c']],
])('arrives as it was: %s', async (_name, values) => {
  expect(await readBack(values)).toEqual(values);
});

it('is refused by the server, not cut, when it holds a NUL', async () => {
  await expect(readBack(['a\u0000b'])).rejects.toMatchObject({ code: '22021' });
});
