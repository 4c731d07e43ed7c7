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
  it.each([
    '57P01',
    '57P02',
    '57P03',
    '53100',
    '53300',
    '08006',
    '57014',
    '55P03',
    'ECONNREFUSED',
    'EPIPE',
    'P1001',
  ])('counts %s as unavailable', (code) => expect(isDatabaseUnavailable(failure({ code }))).toBe(true));

  it.each(['23505', '22001', '42P01', '28P01', 'P2002', 'EACCES', '085', ''])(
    'does not count %p as unavailable',
    (code) => expect(isDatabaseUnavailable(failure({ code }))).toBe(false),
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('knows the message of pg: %s', (message) =>
    expect(isDatabaseUnavailable(failure({}, message))).toBe(true),
  );

  it('counts a refused session as unavailable, whatever the code', () => {
    const refused = failure({ code: '55000', severity: 'FATAL' }, 'database is not accepting connections');
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(isDatabaseUnavailable(failure({ code: '55000', severity: 'ERROR' }))).toBe(false);
  });

  it('finds the reason inside wrapped errors, also in circles', () => {
    const inner = failure({ code: '57P03' });
    const outer = new Error('accept failed', { cause: inner });
    expect(isDatabaseUnavailable(outer)).toBe(true);
    expect(sqlState(outer)).toBe('57P03');
    inner.cause = outer;
    expect(isUniqueViolation(outer)).toBe(false);
  });

  it('tries every address of a host: all refused is unavailable', () => {
    expect(isDatabaseUnavailable(new AggregateError([failure({ code: 'ECONNREFUSED' })]))).toBe(true);
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

  it('does not stumble over what is no error', () => {
    expect([undefined, null, 'text', 42].map(isDatabaseUnavailable)).toEqual([false, false, false, false]);
  });
});
