import type { Endpoint } from './endpoint';

/**
 * Limits how many deliveries to one endpoint run at a time in this process, so that a slow or dead endpoint does not delay others.
 * The limit adapts to the endpoint: it grows by one with each answer and halves when none comes, as TCP's window does. Work
 * waits for at most `waitMaxMs`, estimated by the endpoint's own pace; beyond that it is refused, and its caller puts it aside in the database.
 */
export interface ConcurrencyLimit {
  /** How many more tasks would be taken now. */
  room(): number;
  /** Sets how many may run at a time, however well the endpoint answers. */
  restrict(inFlightMax: number): void;
  /**
   * Runs the task when it is its turn; `refused` when that would take too long. Never rejects by itself. A task that returns null has
   * not asked the endpoint.
   */
  run<T extends TaskOutcome>(task: () => Promise<T | null>): Promise<T | null | 'refused'>;
  readonly idle: boolean;
}

interface TaskOutcome {
  readonly answered: boolean;
  readonly latencyMs: number;
}

export interface ConcurrencyLimitOptions {
  readonly inFlightMax: number;
  readonly waitMaxMs: number;
  /** Called whenever a task has ended and there is room again. */
  readonly onRoom?: () => void;
}

/** A new endpoint starts with few at a time: enough for any real rate, and little waits if it turns out to be dead. */
const inFlightAtFirst = 8;
/** Assumes quick answers at first, so that deliveries to a new endpoint wait here instead of being stored; a few answers show the real pace. */
const latencyAtFirstMs = 10;
/** Weight of the latest answer in the moving average. */
const smoothing = 0.2;
/** A bound on memory, whatever the pace says. */
const waitingBound = 2_000;

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { waitMaxMs, onRoom } = options;
  let { inFlightMax } = options;
  let limit = Math.min(inFlightAtFirst, inFlightMax);
  let latencyMs = latencyAtFirstMs;
  let inFlight = 0;
  const waiting: ((turn: 'go' | 'refused') => void)[] = [];

  const waitingMax = (): number =>
    Math.min(waitingBound, Math.floor((limit * waitMaxMs) / Math.max(latencyMs, 0.5)));
  const room = (): number => Math.max(0, limit - inFlight + waitingMax() - waiting.length);

  const learn = (outcome: TaskOutcome): void => {
    latencyMs += smoothing * (outcome.latencyMs - latencyMs);
    limit = outcome.answered ? Math.min(inFlightMax, limit + 1) : Math.max(1, Math.floor(limit / 2));
    // Work that was accepted at the old pace would now wait too long.
    if (!outcome.answered) for (const refuse of waiting.splice(waitingMax())) refuse('refused');
  };

  const next = (): void => {
    inFlight -= 1;
    while (inFlight < limit) {
      const go = waiting.shift();
      if (!go) break;
      inFlight += 1;
      go('go');
    }
    if (onRoom && waiting.length === 0) onRoom();
  };

  const turn = (): Promise<'go' | 'refused'> =>
    new Promise((resolve) => {
      if (waiting.length < waitingMax()) waiting.push(resolve);
      else resolve('refused');
    });

  return {
    room,
    restrict: (max) => {
      inFlightMax = max;
      limit = Math.min(limit, max);
    },
    run: async (task) => {
      if (inFlight < limit) inFlight += 1;
      else if ((await turn()) === 'refused') return 'refused';
      try {
        const outcome = await task();
        if (outcome) learn(outcome);
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

/** The limit of each endpoint that was used lately. */
export interface ConcurrencyLimits {
  of(endpoint: Pick<Endpoint, 'id' | 'siblings'>): ConcurrencyLimit;
}

/**
 * Attempts of one organization at a time: its endpoints share them. Four run at `inFlightMax` each, and the hundred that a plan allows
 * do not take the processor from all others.
 */
const organizationInFlightMax = 200;

/** Beyond this, idle limits are forgotten; they learn their endpoint's pace again. */
const limitsMax = 10_000;

export function createConcurrencyLimits(
  options: Omit<ConcurrencyLimitOptions, 'onRoom'> & { readonly onRoom: (endpointId: string) => void },
): ConcurrencyLimits {
  const { inFlightMax, waitMaxMs, onRoom } = options;
  const limits = new Map<string, ConcurrencyLimit>();
  return {
    of: ({ id, siblings }) => {
      let limit = limits.get(id);
      if (!limit) {
        if (limits.size >= limitsMax) forgetIdle(limits);
        limit = createConcurrencyLimit({ inFlightMax, waitMaxMs, onRoom: () => onRoom(id) });
        limits.set(id, limit);
      }
      const share = Math.max(1, Math.floor(organizationInFlightMax / siblings));
      limit.restrict(Math.min(inFlightMax, share));
      return limit;
    },
  };
}

function forgetIdle(limits: Map<string, ConcurrencyLimit>): void {
  for (const [id, limit] of limits) if (limit.idle) limits.delete(id);
}
