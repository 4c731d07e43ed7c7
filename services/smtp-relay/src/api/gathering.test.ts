/** @jest-environment node */
import { relayedMailsLimits } from '@postrider/contracts/relay';
import { createGathering } from './gathering';

/** Requests that leave, each with its mails and a way to answer it. */
function gathering() {
  const requests: { mails: readonly string[]; answer: () => void }[] = [];
  const take = createGathering<string>(
    (mails) => new Promise((resolve) => requests.push({ mails, answer: resolve })),
  );
  return {
    requests,
    take: (mail: string, bytes = 1_000) => take(mail, bytes),
    left: () => requests.map(({ mails }) => mails.join(' ')),
  };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('lets a mail leave at once where none is under way', async () => {
  const { take, left, requests } = gathering();
  take('a');
  await pass(0);
  requests[0]?.answer();
  await pass(10);
  take('b');
  await pass(0);
  expect(left()).toEqual(['a', 'b']);
});

it('lets those leave together that come while a request is under way, with its answer', async () => {
  const { take, left, requests } = gathering();
  take('a');
  await pass(4);
  for (const mail of ['b', 'c', 'd']) {
    take(mail);
    await pass(7);
  }
  expect(left()).toEqual(['a']);
  requests[0]?.answer();
  await pass(0);
  expect(left()).toEqual(['a', 'b c d']);
});

it('lets no request wait longer than 30 ms behind slow ones', async () => {
  const { take, left } = gathering();
  take('a');
  await pass(4);
  take('b');
  await pass(24);
  expect(left()).toEqual(['a']);
  await pass(4);
  expect(left()).toEqual(['a', 'b']);
  take('c');
  await pass(24);
  take('d');
  expect(left()).toEqual(['a', 'b']);
  await pass(8);
  expect(left()).toEqual(['a', 'b', 'c d']);
});

it('lets ten leave beside a request that is under way', async () => {
  const { take, left } = gathering();
  take('a');
  await pass(4);
  for (let count = 0; count < 9; count += 1) take('b');
  await pass(1);
  expect(left()).toEqual(['a']);
  take('b');
  await pass(0);
  expect(left()).toEqual(['a', 'b b b b b b b b b b']);
});

it.each([
  ['mails', 1_000, relayedMailsLimits.mailsMax],
  ['bytes', relayedMailsLimits.bytesMax / 4, 4],
])('sends no more %s than a request may hold', async (_what, bytes, most) => {
  const { take, requests } = gathering();
  for (let count = 0; count < 2 * most + 1; count += 1) take('a', bytes);
  await pass(30);
  expect(requests.map(({ mails }) => mails.length)).toEqual([most, most, 1]);
});
