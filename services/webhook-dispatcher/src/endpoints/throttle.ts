/**
 * How much of one endpoint's work runs at a time in this process: what keeps a slow or dead endpoint from
 * delaying others. The limit grows by one with each answer and halves when none comes, as TCP does with its
 * window. Work waits only as long as `waitMaxMs` by the endpoint's own pace; more is refused, and its caller
 * puts it aside in the database.
 */
export interface Throttle {
  /** How many more tasks would be taken now. */
  room(): number;
  /** Runs the task when it is its turn; `refused` when that would take too long. Never rejects by itself. */
  run<T extends TaskOutcome>(task: () => Promise<T>): Promise<T | 'refused'>;
  readonly idle: boolean;
}

interface TaskOutcome {
  readonly answered: boolean;
  readonly latencyMs: number;
}

export interface ThrottleOptions {
  readonly inFlightMax: number;
  readonly waitMaxMs: number;
  /** Called whenever a task has ended and there is room again. */
  readonly onRoom?: () => void;
}

/** A new endpoint starts with few at a time: enough for any real rate, and little is held up should it be dead. */
const IN_FLIGHT_AT_FIRST = 8;
/** A usual HTTPS answer; the real pace is known after a few. */
const LATENCY_AT_FIRST_MS = 100;
/** Weight of the latest answer in the moving average. */
const SMOOTHING = 0.2;
/** A bound on memory, whatever the pace says. */
const WAITING_MAX = 2_000;

export function createThrottle({ inFlightMax, waitMaxMs, onRoom }: ThrottleOptions): Throttle {
  let limit = Math.min(IN_FLIGHT_AT_FIRST, inFlightMax);
  let latencyMs = LATENCY_AT_FIRST_MS;
  let inFlight = 0;
  const waiting: ((turn: 'go' | 'refused') => void)[] = [];

  const waitingMax = (): number =>
    Math.min(WAITING_MAX, Math.floor((limit * waitMaxMs) / Math.max(latencyMs, 0.5)));
  const room = (): number => Math.max(0, limit - inFlight + waitingMax() - waiting.length);

  const learn = (outcome: TaskOutcome): void => {
    latencyMs += SMOOTHING * (outcome.latencyMs - latencyMs);
    limit = outcome.answered ? Math.min(inFlightMax, limit + 1) : Math.max(1, Math.floor(limit / 2));
    // What was let in at the old pace would now wait too long.
    if (!outcome.answered) for (const refuse of waiting.splice(waitingMax())) refuse('refused');
  };

  const next = (): void => {
    inFlight -= 1;
    const ready = waiting.splice(0, Math.max(0, limit - inFlight));
    inFlight += ready.length;
    for (const go of ready) go('go');
    if (onRoom && waiting.length === 0) onRoom();
  };

  const turn = (): 'go' | 'refused' | Promise<'go' | 'refused'> => {
    if (inFlight < limit) {
      inFlight += 1;
      return 'go';
    }
    if (waiting.length >= waitingMax()) return 'refused';
    return new Promise((resolve) => waiting.push(resolve));
  };

  return {
    room,
    run: async (task) => {
      if ((await turn()) === 'refused') return 'refused';
      try {
        const outcome = await task();
        learn(outcome);
        return outcome;
      } finally {
        next();
      }
    },
    get idle() {
      return inFlight === 0 && waiting.length === 0;
    },
  };
}
