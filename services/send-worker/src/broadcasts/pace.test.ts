import { createOtherMail, createPace } from './pace';

const nobody = createOtherMail();

function holdUp(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** @returns for how long, in milliseconds */
async function restAfter(work: () => unknown): Promise<number> {
  const rest = createPace(nobody).begin();
  await work();
  const beganMs = performance.now();
  await rest();
  return performance.now() - beganMs;
}

it('rests as long as the work was that others did for it', async () => {
  const rested = await restAfter(() => new Promise((resolve) => setTimeout(resolve, 60)));
  expect(rested).toBeGreaterThan(50);
});

it('rests until the event loop has been free for longer than it was held up', async () => {
  expect(await restAfter(() => holdUp(80))).toBeGreaterThan(100);
});

it('takes smaller pieces beside mail that somebody waits for', () => {
  const otherMail = createOtherMail();
  const pace = createPace(otherMail);
  const alone = pace.sliceMax();
  otherMail.noting(() => undefined)([{ lane: 'bulk' }, { lane: 'transactional' }]);
  expect(pace.sliceMax()).toBeLessThan(alone);
});

it('takes no bulk mail for mail that somebody waits for', () => {
  const otherMail = createOtherMail();
  otherMail.note([{ lane: 'bulk' }, { lane: 'test' }]);
  expect(otherMail.isThere()).toBe(false);
});

it('goes on at last beside an event loop that is never free', async () => {
  let isResting = true;
  const keepBusy = (): void => {
    holdUp(20);
    if (isResting) setImmediate(keepBusy);
  };
  keepBusy();
  await restAfter(() => undefined);
  isResting = false;
});
