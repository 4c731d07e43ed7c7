import { z } from 'zod';
import { list } from './list';

const looked = jest.fn((text: string) => text !== '');
const names = list(z.string().refine(looked), 3);

beforeEach(() => looked.mockClear());

it('counts before it looks: nothing of a list that is too long is parsed', () => {
  const result = names.safeParse(['', '', '', '']);
  expect(result.error?.issues.map(({ message }) => message)).toEqual(['must have at most 3 items']);
  expect(looked).not.toHaveBeenCalled();
});

it('a bounded list is any other list up to that', () => {
  expect(names.safeParse(['a', 'b', '']).error?.issues).toHaveLength(1);
  expect(names.parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(z.toJSONSchema(names)).toMatchObject({ type: 'array', maxItems: 3 });
});
