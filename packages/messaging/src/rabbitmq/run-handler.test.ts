import { classifyHandlerError } from './run-handler';

const failed = (code: string) => Object.assign(new Error('failed'), { code });
const lastAttempt = { attempt: 5, attemptsMax: 5, outageAttempts: 1_000 };

test.each([
  ['a statement timeout', '57014'],
  ['a lock timeout', '55P03'],
  ['a standby during a fail-over', '25006'],
  ['an idle transaction that was ended', '25P03'],
  ['a full queue of this process', 'overloaded'],
])('%s never dead-letters a message, however long it lasts', (_what, code) => {
  expect(classifyHandlerError(failed(code), lastAttempt)).toMatchObject({ kind: 'retry', counts: false });
});

test('what the message itself causes is tried up to the limit, then put aside', () => {
  expect(classifyHandlerError(failed('23505'), { ...lastAttempt, attempt: 4 })).toMatchObject({
    kind: 'retry',
    counts: true,
  });
  expect(classifyHandlerError(failed('23505'), lastAttempt)).toMatchObject({ kind: 'dead-letter' });
});
