import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { Labels, Metrics } from '../metrics/metrics';
import { FairQueue } from '../limits/fair-queue';
import { execArgvFor } from './source-or-compiled';
import type { BegunNotice, ThreadAnswer, ThreadRequest } from './thread-entry';
import { ThreadFailure, type ThreadFailureReason } from './thread-failure';

/** A function of a task file, and how long it may take. */
export interface ThreadWork {
  /** `require.resolve('./x.task')`: right in sources, in `dist` and in tests alike. */
  readonly file: string;
  readonly name: string;
  /** From when it begins, not from when it was asked for. Far above what honest work takes on a busy machine. */
  readonly timeLimitMs: number;
}

export interface ThreadCharge {
  readonly organizationId: string;
  /** Memory of the input that passes to the thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Rejects with `ThreadFailure` when there is no result, with an ordinary error when the work threw it. */
export type RunInThread<Input, Output> = (input: Input, charge: ThreadCharge) => Promise<Output>;

export interface ThreadPool {
  /** `pool.work<typeof screen>({ file: require.resolve('./screen.task'), name: 'screen', … })` */
  work<Work extends (input: never) => unknown>(
    work: ThreadWork,
  ): RunInThread<Parameters<Work>[0], Awaited<ReturnType<Work>>>;
  /** Ends what runs and refuses what waits; both reject with `closed`. */
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** Where a process has several: label of the gauges. */
  readonly name?: string;
  readonly threadsMax: number;
  /** Old generation of each thread's heap. Tests exhaust less. */
  readonly heapMbMax?: number;
  readonly metrics: Metrics;
  readonly waitingMax?: number;
  readonly waitingMaxEach?: number;
}

interface Waiting {
  readonly work: ThreadWork;
  readonly input: unknown;
  readonly charge: ThreadCharge;
  readonly askedAtMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Starting a thread and loading code takes 0.1 s, from TypeScript sources on a busy machine some seconds. */
const startLimitMs = 30_000;
/** Long enough to serve a burst, short enough for an idle service to have its memory back. */
const idleMs = 20_000;
/** Of the old generation, without buffers. Work that needs more is ended. */
const heapMbByDefault = 256;
const youngGenerationMb = 16;

/**
 * Threads for work that would hold up the event loop. They start with the first work and end when there is none.
 * The queue is ours and not piscina's: it is fair between organizations, and piscina is only given what can run at once.
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const pool = new Pool(options);
  return {
    work: (work) => (input, charge) => pool.run(work, input, charge) as Promise<never>,
    close: () => pool.close(),
  };
}

class Pool {
  private readonly queue: FairQueue<Waiting>;
  private readonly options: ThreadPoolOptions;
  private readonly began = new Map<number, () => void>();
  private readonly seconds;
  private piscina: Piscina | undefined;
  private lastId = 0;
  private isClosed = false;

  constructor(options: ThreadPoolOptions) {
    const { name, threadsMax, metrics, waitingMax = 256, waitingMaxEach = 64 } = options;
    this.options = options;
    this.queue = new FairQueue({ runningMax: threadsMax, waitingMax, waitingMaxEach });
    this.seconds = metrics.histogram('thread_seconds', 'Tasks run in threads, by type and outcome.', {
      labels: { work: [], outcome: [] },
    });
    const labels: Labels = name === undefined ? {} : { pool: name };
    metrics.gauge('thread_running', 'Tasks running in threads.', () => [
      { value: this.queue.running, labels },
    ]);
    metrics.gauge('thread_waiting', 'Tasks waiting for a thread.', () => [
      { value: this.queue.waiting, labels },
    ]);
  }

  run(work: ThreadWork, input: unknown, charge: ThreadCharge): Promise<unknown> {
    if (this.isClosed) return Promise.reject(new ThreadFailure('closed', work.name));
    return new Promise((resolve, reject) => {
      const waiting = { work, input, charge, askedAtMs: performance.now(), resolve, reject };
      if (this.queue.add(charge.organizationId, waiting)) return this.startNext();
      this.seconds.record(0, { work: work.name, outcome: 'overloaded' });
      reject(new ThreadFailure('overloaded', work.name));
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { work, reject } of this.queue.drain()) reject(new ThreadFailure('closed', work.name));
    await this.piscina?.destroy();
  }

  private startNext(): void {
    for (let next = this.queue.take(); next !== undefined; next = this.queue.take()) void this.start(next);
  }

  private async start(waiting: Waiting): Promise<void> {
    const { work, charge, resolve, reject } = waiting;
    const startedMs = performance.now();
    let outcome = 'done';
    try {
      const answer = await this.perform(waiting);
      if ('thrown' in answer) {
        outcome = 'threw';
        reject(answer.thrown);
      } else resolve(answer.value);
    } catch (error) {
      outcome = error instanceof ThreadFailure ? error.reason : 'threw';
      reject(error);
    }
    const spentMs = performance.now() - startedMs;
    this.seconds.record(spentMs / 1_000, { work: work.name, outcome });
    this.queue.done(charge.organizationId, spentMs);
    this.startNext();
  }

  private async perform({ work, input, charge }: Waiting): Promise<ThreadAnswer> {
    const id = (this.lastId += 1);
    const ending = new AbortController();
    let endedBy: ThreadFailureReason = 'could_not_start';
    let timer = setTimeout(() => ending.abort(), startLimitMs);
    this.began.set(id, () => {
      clearTimeout(timer);
      endedBy = 'timed_out';
      timer = setTimeout(() => ending.abort(), work.timeLimitMs);
    });
    try {
      const request: ThreadRequest = { id, file: work.file, name: work.name, input };
      const { signal } = ending;
      const transferList = [...(charge.transfer ?? [])];
      return (await this.threads().run(request, { name: 'perform', signal, transferList })) as ThreadAnswer;
    } catch (error) {
      const reason = ending.signal.aborted ? endedBy : this.isClosed ? 'closed' : deathOf(error);
      if (reason === undefined) throw error;
      throw new ThreadFailure(reason, work.name, { cause: error });
    } finally {
      clearTimeout(timer);
      this.began.delete(id);
    }
  }

  private threads(): Piscina {
    return (this.piscina ??= this.open());
  }

  private open(): Piscina {
    const entry = require.resolve('./thread-entry');
    // That of the process (`heapOptions`) would otherwise go before the limit below, with 32 MB for each thread.
    setFlagsFromString('--max-semi-space-size=0');
    const piscina = new Piscina({
      filename: entry,
      minThreads: 0,
      maxThreads: this.options.threadsMax,
      idleTimeout: idleMs,
      recordTiming: false,
      execArgv: execArgvFor(entry),
      resourceLimits: {
        maxOldGenerationSizeMb: this.options.heapMbMax ?? heapMbByDefault,
        maxYoungGenerationSizeMb: youngGenerationMb,
      },
    });
    piscina.on('message', ({ begun }: BegunNotice) => this.began.get(begun)?.());
    // A failure of a thread without work is reported nowhere; work that waited for it ends as `could_not_start`.
    piscina.on('error', () => undefined);
    return piscina;
  }
}

/** How a thread ended; undefined when it did not, for example because the input cannot be copied. */
function deathOf(error: unknown): ThreadFailureReason | undefined {
  const { code, message } = error as Partial<NodeJS.ErrnoException>;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out_of_memory';
  return /^(worker exited|Terminating worker)/.test(message ?? '') ? 'died' : undefined;
}
