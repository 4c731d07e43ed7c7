import { z } from 'zod';
import { fieldProblems, validationMessage } from '../validation-message';
import { queryNumber } from './query-number';

const query = z.object({ limit: queryNumber({ min: 1, max: 100, byDefault: 25 }) });

it.each([
  [{}, 25],
  [{ limit: '1' }, 1],
  [{ limit: '100' }, 100],
  [{ limit: '007' }, 7],
])('reads %j as %d', (given, limit) => {
  expect(query.parse(given)).toEqual({ limit });
});

it.each(['', ' ', '0x10', '0b1', '1e1', ' 5', '5 ', '+5', '-5', '5.0', '٥', '１', '5\n', 'Infinity', 'ten'])(
  'does not read %j',
  (limit) => {
    const { error } = query.safeParse({ limit });
    expect(validationMessage(fieldProblems(error?.issues ?? []))).toBe(
      'limit: must be a whole number in decimal digits',
    );
  },
);

it.each(['0', '101', '9'.repeat(400)])('does not take %s', (limit) => {
  expect(query.safeParse({ limit }).success).toBe(false);
});
