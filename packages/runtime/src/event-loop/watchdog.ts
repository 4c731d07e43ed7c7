/**
 * Runs in a thread beside the event loop that it watches. While a turn is too long, it interrupts the main thread by the
 * debugger's protocol, reads its stack and lets it go on: nothing is sampled or instrumented as long as turns are short.
 */
import fs from 'node:fs';
import { Session, type Debugger } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';

export interface WatchdogOrder {
  /** Grows with each turn of the event loop. */
  readonly turns: Int32Array<SharedArrayBuffer>;
  readonly limitMs: number;
}

export interface LongTurn {
  /** Processor time of the main thread where the system tells it, else the time that passed. */
  readonly busyMs: number;
  /** Where it was when the limit was reached, innermost first: `name (url:line:column)`. */
  readonly stack: readonly string[];
}

const framesMax = 12;
/** Of /proc/…/stat: a tick is 10 ms on every Linux. */
const tickMs = 10;
const mainThread = `/proc/self/task/${process.pid}/stat`;
const knowsProcessorTime = fs.existsSync(mainThread);

const { turns, limitMs } = workerData as WatchdogOrder;
let turn = -1;
let begunMs = 0;
let stack: readonly string[] | undefined;

/** Twice within the limit: 20 looks a second use 0.8 % of a core in each idle service. */
setInterval(look, limitMs / 2);

function look(): void {
  const busyMs = readClockMs() - begunMs;
  if (Atomics.load(turns, 0) === turn) {
    if (busyMs >= limitMs && !stack) {
      stack = [];
      readStack((frames) => (stack = frames));
    }
    return;
  }
  if (stack) parentPort?.postMessage({ busyMs, stack } satisfies LongTurn);
  stack = undefined;
  turn = Atomics.load(turns, 0);
  begunMs = readClockMs();
}

/** A main thread that waits for a processor on a busy machine, or is stopped, is not busy. */
function readClockMs(): number {
  if (!knowsProcessorTime) return performance.now();
  const text = fs.readFileSync(mainThread, 'utf8');
  // The second field, the name, may hold blanks; user and system time are the fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

function readStack(done: (frames: readonly string[]) => void): void {
  const session = new Session();
  const urls = new Map<string, string>();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => void urls.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    done(params.callFrames.slice(0, framesMax).map((frame) => describe(frame, urls)));
    session.post('Debugger.resume', () => session.post('Debugger.disable', () => session.disconnect()));
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function describe({ functionName, location }: Debugger.CallFrame, urls: ReadonlyMap<string, string>): string {
  const { scriptId, lineNumber, columnNumber = 0 } = location;
  return `${functionName || '<anonymous>'} (${urls.get(scriptId) ?? ''}:${lineNumber + 1}:${columnNumber + 1})`;
}
