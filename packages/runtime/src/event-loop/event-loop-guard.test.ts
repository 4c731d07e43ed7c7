import { wait } from '../time/wait';
import { createLogger } from '../log/logger';
import { startEventLoopGuard } from './event-loop-guard';

interface Told {
  readonly msg: string;
  readonly busy_ms: number;
  readonly stack: readonly string[];
}

let told: Told[];
let guard: { close(): Promise<void> };
beforeEach(() => {
  told = [];
  const destination = { write: (line: string) => void told.push(JSON.parse(line) as Told) };
  guard = startEventLoopGuard({
    limitMs: 100,
    log: createLogger({ name: 'guard test', level: 'info', destination }),
  });
});
afterEach(() => guard.close());

/** Until the watchdog, whose thread starts in the background, has told of one. */
async function holdUpUntilTold(holdUp: () => void): Promise<Told> {
  for (let tries = 0; tries < 100; tries += 1) {
    holdUp();
    for (let i = 0; i < 10 && told.length === 0; i += 1) await wait(20);
    const [first] = told;
    if (first) return first;
  }
  throw new Error('nothing was told');
}

function computeForLong(busyMs: number): number {
  const begun = process.cpuUsage().user;
  let sum = 0;
  while (process.cpuUsage().user - begun < busyMs * 1_000)
    for (let i = 0; i < 1e6; i += 1) sum += Math.sqrt(i);
  return sum;
}

it('tells how long a turn of the event loop was, and where', async () => {
  const { msg, busy_ms, stack } = await holdUpUntilTold(() => void computeForLong(400));
  expect(msg).toBe('the event loop was held up');
  expect(busy_ms).toBeGreaterThanOrEqual(100);
  expect(stack.join('\n')).toMatch(/computeForLong .*event-loop-guard\.test\.ts/);
});

it('does not tell of turns that wait without computing', async () => {
  await holdUpUntilTold(() => void computeForLong(300));
  told.length = 0;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  await wait(100);
  expect(told).toEqual([]);
});
