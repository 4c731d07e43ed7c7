import { isTransactionConflict, sqlState } from './sql-state';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

test('finds the state inside of wrapped errors, also in circles', () => {
  const inner: Error = coded('57P03');
  const outer = new Error('accept failed', { cause: inner });
  expect(sqlState(outer)).toBe('57P03');
  inner.cause = outer;
  expect(sqlState(outer)).toBe('57P03');
  expect([coded('ECONNRESET'), coded('P2002'), null].map(sqlState)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('knows what may be run again at once', () => {
  expect(['40001', '40P01', 'P2034', '23505'].map((code) => isTransactionConflict(coded(code)))).toEqual([
    ...[true, true, true, false],
  ]);
});
