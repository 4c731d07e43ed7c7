import { z } from 'zod';
import { checkInput } from '../errors/validation-message';
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

it.each([
  ...['', ' ', '0x10', '0b1', '1e1', ' 5', '5 ', '+5', '-5', '5.0', '٥', '１', '5\n', 'Infinity', 'ten'],
  ...['0', '101', '1000', '9'.repeat(400)],
])('does not take %j, and says the range', (limit) => {
  const message = 'must be a whole number between 1 and 100, in decimal digits';
  expect(checkInput(query, { limit })).toEqual({ ok: false, problems: [{ path: 'limit', message }] });
});
