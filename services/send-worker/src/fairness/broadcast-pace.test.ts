import { createPace, createTransactionalActivity, type Pace } from './broadcast-pace';

/** Beside transactional mail, by default. */
function paceBeside(lane: 'transactional' | 'bulk' = 'transactional'): Pace {
  const transactional = createTransactionalActivity();
  transactional.observing(() => undefined)([{ lane: 'bulk' }, { lane }]);
  return createPace(transactional);
}

function holdUp(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** @returns for how long, in milliseconds */
async function restAfter(work: () => unknown): Promise<number> {
  const pause = paceBeside().begin();
  await work();
  const beganMs = performance.now();
  await pause();
  return performance.now() - beganMs;
}

it('does not pause without transactional mail', async () => {
  const pause = paceBeside('bulk').begin();
  holdUp(60);
  const turnOfTheEventLoop = new Promise((resolve) => setImmediate(() => resolve('later')));
  expect(await Promise.race([pause().then(() => 'at once'), turnOfTheEventLoop])).toBe('at once');
});

it('rests as long as the work took that others did for it', async () => {
  const rested = await restAfter(() => new Promise((resolve) => setTimeout(resolve, 60)));
  expect(rested).toBeGreaterThan(50);
});

it('rests until the event loop has been free for longer than it was held up', async () => {
  expect(await restAfter(() => holdUp(80))).toBeGreaterThan(100);
});

it('takes smaller pages and slices beside transactional mail', () => {
  const [alone, beside] = [paceBeside('bulk').sizes(), paceBeside().sizes()];
  expect(beside.page).toBeLessThan(alone.page);
  expect(beside.slice).toBeLessThan(alone.slice);
});

it('does not take bulk or test mail for transactional mail', () => {
  const transactional = createTransactionalActivity();
  transactional.observe([{ lane: 'bulk' }, { lane: 'test' }]);
  expect(transactional.isRecent()).toBe(false);
});

it('ends a pause beside an event loop that is never free', async () => {
  let isResting = true;
  let turns = 0;
  const keepBusy = (): void => {
    holdUp(20);
    turns += 1;
    if (isResting) setImmediate(keepBusy);
  };
  keepBusy();
  await restAfter(() => undefined);
  isResting = false;
  // The longest pause is a fifth of a second; each turn takes at least a fiftieth.
  expect(turns).toBeLessThan(50);
});
