import { isMissingPartition, isUniqueViolation } from './database-errors';

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

describe('database errors', () => {
  it('looks inside wrapped errors, also in circles', () => {
    const inner = failure({ code: '57P03' });
    const outer = new Error('accept failed', { cause: inner });
    inner.cause = outer;
    expect(isUniqueViolation(outer)).toBe(false);
  });

  it('tells a missing partition from a violated check', () => {
    expect(isMissingPartition(failure({ code: '23514', table: 'messages' }))).toBe(true);
    expect(isMissingPartition(failure({ code: '23514', constraint: 'messages_mode_check' }))).toBe(false);
  });
});
