import { wait } from '../time/wait';
import { createLogger } from '../log/logger';
import { startEventLoopGuard } from './event-loop-guard';

interface Report {
  readonly msg: string;
  readonly busy_ms: number;
  readonly stack: readonly string[];
}

let reports: Report[];
let guard: { close(): Promise<void> };
beforeEach(() => {
  reports = [];
  const destination = { write: (line: string) => void reports.push(JSON.parse(line) as Report) };
  guard = startEventLoopGuard({
    limitMs: 100,
    log: createLogger({ name: 'guard test', level: 'info', destination }),
  });
});
afterEach(() => guard.close());

const reported = (): Report | undefined =>
  reports.find(({ stack }) => /computeForLong .*event-loop-guard\.test\.ts/.test(stack.join('\n')));

/** Until the watchdog, whose thread starts in the background, reports one. On a busy machine it may report turns of Jest, too. */
async function holdUpUntilReported(holdUp: () => void): Promise<Report> {
  for (let tries = 0; tries < 100; tries += 1) {
    holdUp();
    for (let i = 0; i < 10 && !reported(); i += 1) await wait(20);
    const found = reported();
    if (found) return found;
  }
  throw new Error('nothing was reported');
}

function computeForLong(busyMs: number): number {
  const begun = process.threadCpuUsage().user;
  let sum = 0;
  while (process.threadCpuUsage().user - begun < busyMs * 1_000)
    for (let i = 0; i < 1e6; i += 1) sum += Math.sqrt(i);
  return sum;
}

it('reports how long a turn of the event loop was, and where', async () => {
  const { msg, busy_ms } = await holdUpUntilReported(() => void computeForLong(400));
  expect(msg).toBe('the event loop was blocked');
  expect(busy_ms).toBeGreaterThanOrEqual(100);
});

it('does not report turns that wait without computing', async () => {
  await holdUpUntilReported(() => void computeForLong(300));
  reports.length = 0;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  await wait(100);
  expect(reports).toEqual([]);
});
