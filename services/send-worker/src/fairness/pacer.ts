import { createPriorityQueue, type Place } from '@postrider/runtime';

/**
 * Paces the mail of organizations that send a lot, as far as mail of those that send little waits for it. Beside a flood every processor
 * is busy, and each step of a single mail waits for its turn on one, here, in the other services and in PostgreSQL. These waits get
 * shorter only if less is begun.
 *
 * The signal is delay, as in TCP Vegas: how long statements take that commit the attempts of those who send little, compared with how
 * long they take without a flood. Where the engines have processors to spare, they take no longer, and nothing is paced.
 *
 * - free → paced: beside a flood these statements take more than `delayMax` times as long
 * - paced: slower while they do, faster while they do not
 * - paced → free: the pace limits nothing any more, or no small sender has sent for a second; the next one finds the pace that
 *   was left
 */
export interface Pacer {
  /** Resolves when a message of an organization that sends a lot may be composed; they take turns. */
  turn(place: Place): Promise<void>;
  /** Statements for organizations that send little took so long. */
  observe(tookMs: number): void;
  /** Messages a second; undefined while nothing is paced. */
  pace(): number | undefined;
  /** From now on nothing is paced. */
  close(): void;
}

/** Lower values pace what others' mail does not notice. With 2.0 a single message takes 60 ms at p99 instead of 49. */
const delayMax = 1.5;
/** A change of the pace is decided by so many statements: single ones vary with the wait for the disk. */
const observedEach = 5;
/** One that takes longer, as a multiple of the usual, met a checkpoint and says nothing about the pace. */
const outlier = 4;
/** The pace follows the delay, but not by more than this at once. */
const slower = 0.6;
const faster = 1.1;
/** Whatever makes the database slow, a flood keeps this part of what it reached by itself, and is no flood below `paceMin` a second. */
const keptPart = 1 / 3;
const paceMin = 50;
/** For so long after mail of those who send little. */
const heldMs = 1_000;
/** Transactions begin in groups. A larger one shares statements better, but a mail that comes with it finds every processor taken. */
const groupMs = 12;
/** Until it has been seen: a statement takes one or two milliseconds with the database on the same machine, three over a network. */
const assumedMs = 3;
/** Of one statement without a flood. */
const learnedPart = 1 / 32;
/** Of a delay that the lowest pace does not end: it is taken for the usual one within minutes. */
const acceptedPart = 1 / 256;

export function createPacer({
  priorities,
  nowMs = () => performance.now(),
}: {
  readonly priorities: number;
  readonly nowMs?: () => number;
}): Pacer {
  const waiting = createPriorityQueue<() => void>(priorities);
  const begun = createRate(nowMs);
  const control = createControl(begun);
  let observedAtMs = -Infinity;
  let credit = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** Infinity: nothing is paced. */
  const pace = (): number =>
    closed || nowMs() - observedAtMs >= heldMs ? Infinity : control.messagesPerSecond();

  const beginGroup = (): void => {
    credit += (pace() * groupMs) / 1_000;
    for (; credit >= 1 && waiting.size > 0; credit -= 1) {
      begun.count();
      waiting.take()?.waiter();
    }
    if (waiting.size === 0) credit = 0;
    timer = waiting.size > 0 ? setTimeout(beginGroup, groupMs) : undefined;
  };

  return {
    turn: (place) => {
      if (waiting.size === 0 && pace() === Infinity) {
        begun.count();
        return Promise.resolve();
      }
      timer ??= setTimeout(beginGroup, groupMs);
      return new Promise((resolve) => waiting.add(resolve, place));
    },
    observe: (tookMs) => {
      observedAtMs = nowMs();
      control.observe(tookMs);
    },
    pace: () => (pace() === Infinity ? undefined : pace()),
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const begin of waiting.takeAll()) begin();
    },
  };
}

interface Control {
  observe(tookMs: number): void;
  /** Infinity: as many as there are. */
  messagesPerSecond(): number;
}

/** @param options.begun messages of organizations that send a lot */
function createControl(begun: Pick<Rate, 'perSecond'>): Control {
  let observed: number[] = [];
  let undisturbedMs = assumedMs;
  let pace = Infinity;
  /** A second, before it was paced. */
  let reached = 0;

  /** So that it follows a database that has become slower or faster for good. */
  const learn = (tookMs: number, part: number): void => {
    undisturbedMs += (tookMs - undisturbedMs) * part;
  };

  const adjust = (tookMs: number): void => {
    const limitMs = delayMax * undisturbedMs;
    const isLonger = tookMs > limitMs;
    if (pace === Infinity) {
      if (!isLonger) return;
      reached = begun.perSecond();
      // From the lowest pace upwards: no other mail waits meanwhile.
      pace = 0;
    }
    const least = Math.max(reached * keptPart, paceMin);
    // At the lowest pace, what remains is not the flood's doing.
    if (isLonger ? pace <= least : tookMs < undisturbedMs) learn(tookMs, acceptedPart);
    pace = isLonger ? Math.max(pace * Math.max(limitMs / tookMs, slower), least) : pace * faster;
    if (pace > 2 * Math.max(reached, paceMin)) pace = Infinity;
  };

  return {
    observe: (tookMs) => {
      const boundedMs = Math.min(tookMs, outlier * undisturbedMs);
      if (begun.perSecond() === 0) return learn(boundedMs, learnedPart);
      observed.push(boundedMs);
      if (observed.length < observedEach) return;
      adjust(observed.reduce((sum, each) => sum + each, 0) / observed.length);
      observed = [];
    },
    messagesPerSecond: () => pace,
  };
}

interface Rate {
  count(): void;
  /** How many there were in this second or the one before, whichever is more. */
  perSecond(): number;
}

function createRate(nowMs: () => number): Rate {
  let second = 0;
  let [current, last] = [0, 0];
  const turnOver = (): void => {
    const now = Math.floor(nowMs() / 1_000);
    if (now === second) return;
    [last, current] = [now === second + 1 ? current : 0, 0];
    second = now;
  };
  return {
    count: () => {
      turnOver();
      current += 1;
    },
    perSecond: () => {
      turnOver();
      return Math.max(last, current);
    },
  };
}
