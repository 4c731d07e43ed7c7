import {
  isDatabaseUnavailable,
  isMissingPartition,
  isTransactionConflict,
  isUniqueViolation,
  OverloadedError,
  sqlState,
} from './database-errors';

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

describe('database errors', () => {
  it('finds the reason inside wrapped errors, also in circles', () => {
    const inner = failure({ code: '57P03' });
    const outer = new Error('accept failed', { cause: inner });
    expect(isDatabaseUnavailable(outer)).toBe(true);
    expect(sqlState(outer)).toBe('57P03');
    inner.cause = outer;
    expect(isUniqueViolation(outer)).toBe(false);
  });

  it('counts a full queue of this process as unavailable', () => {
    expect(isDatabaseUnavailable(new OverloadedError('full'))).toBe(true);
  });

  it('tells a missing partition from a violated check', () => {
    expect(isMissingPartition(failure({ code: '23514', table: 'messages' }))).toBe(true);
    expect(isMissingPartition(failure({ code: '23514', constraint: 'messages_mode_check' }))).toBe(false);
  });

  it('knows what may be run again at once', () => {
    expect(
      ['40001', '40P01', 'P2034', '23505'].map((code) => isTransactionConflict(failure({ code }))),
    ).toEqual([true, true, true, false]);
  });
});
