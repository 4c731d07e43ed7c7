import assert from 'node:assert';
import type { SendJobMessage } from '@postrider/contracts';
import { CountByKey } from '@postrider/runtime';

export interface ClaimQueueLimits {
  /** Jobs and messages that may wait here. */
  readonly jobsMax: number;
  readonly messagesMax: number;
  /** Messages in hand, of all organizations together. */
  readonly inHandMax: number;
}

/** A job whose messages wait here; the broker keeps it until it has ended. */
export interface HeldJob {
  readonly fromOverflow: boolean;
  /** It waits for one more message. */
  hold(): void;
  /** It waits for one message less. */
  done(): void;
  /** Its messages cannot be claimed. */
  fail(error: unknown): void;
}

/** A message whose turn it is to be claimed. */
export interface Turn {
  readonly message: SendJobMessage;
  /** Whose share it counts in. */
  readonly owner: string;
  readonly job: HeldJob;
}

/** What one organization has here. */
interface Share {
  readonly owner: string;
  readonly waiting: Turn[];
  /** Messages of jobs from the overflow queue, job by job; they follow when little else waits. */
  readonly later: Turn[][];
  /** Jobs from the lane's own queue, with the number of their messages that are not claimed yet. */
  readonly jobs: JobCounts;
  inHand: number;
  /** It holds its share and gathers room for several turns, until then at most (`gatherMs`); 0: it does not. */
  gathersUntilMs: number;
  /** Turns it takes before the next organization has one. */
  weight: number;
}

type JobCounts = CountByKey<HeldJob>;

/** The next job from the overflow queue follows when fewer messages than this wait; one claim takes about as many. */
const fewWaiting = 100;
/** How much an organization may have in hand, as a multiple of what is free: one alone gets nearly two thirds, two get two fifths each. */
const inHandFactor = 2;
/** Part of `inHandMax` that is kept for organizations that have next to nothing in hand. */
const reservedPart = 1 / 8;
const reservedEach = 2;
/**
 * A flood that holds its share gets room message by message, and a claim of its own for each would cost five times as much as
 * claiming fifty together. So it waits for an eighth of the lane, but never longer than this: where messages stand still for
 * minutes, the room that is left is all there is.
 */
export const gatherMs = 100;
const gatheredPart = 1 / 8;
/** Jobs of older releases do not name it. */
const unknownOwner = '';

/**
 * The messages that this process may claim, and their order. Organizations take turns (weighted round robin, by plan), so that
 * the first message of one never waits for the thousandth of another.
 *
 * Room is shared by dynamic thresholds (Choudhury and Hahne 1998): an organization may hold no more than is left. A flood gets
 * half of the room when it is alone and a third beside another flood, and a newcomer always finds some. Messages that find no
 * room go to the broker's overflow queue and wait there with others of that kind.
 */
export class ClaimQueue {
  /** In the order of turns: the first key is next. */
  private readonly shares = new Map<string, Share>();
  private readonly jobs: JobCounts = new CountByKey();
  /** Jobs from the overflow queue. The broker's prefetch limits them; they do not count against the room. */
  private readonly overflowJobs: JobCounts = new CountByKey();
  /** Taken, and not known to be claimed or not. */
  private readonly taken = new Set<Turn>();
  private waiting = 0;
  private inHand = 0;
  private onChange: () => void = () => undefined;

  constructor(
    private readonly limits: ClaimQueueLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Adds the messages of a job; returns those that find no room. */
  add(messages: readonly SendJobMessage[], job: HeldJob): SendJobMessage[] {
    const beyond: SendJobMessage[] = [];
    for (const [owner, own] of Map.groupBy(messages, ownerOf)) {
      const share = this.shareOf(owner);
      if (!this.hasRoom(share)) {
        beyond.push(...own);
        this.forgetIdle(share);
        continue;
      }
      this.jobs.add(job, own.length);
      share.jobs.add(job, own.length);
      this.wait(share, turnsOf(own, { owner, job }));
    }
    this.wake();
    return beyond;
  }

  /** Adds a job from the overflow queue. */
  addLater(messages: readonly SendJobMessage[], job: HeldJob): void {
    for (const [owner, own] of Map.groupBy(messages, ownerOf)) {
      const share = this.shareOf(owner);
      this.overflowJobs.add(job, own.length);
      share.later.push(turnsOf(own, { owner, job }));
      this.refill(share);
    }
    this.wake();
  }

  /** Takes up to so many messages in hand; none of an organization that already has its share in hand. */
  take(messagesMax: number): Turn[] {
    const turns: Turn[] = [];
    let passed = 0;
    while (turns.length < messagesMax && passed < this.shares.size) {
      const [share] = this.shares.values();
      assert(share !== undefined, 'there is a share');
      this.shares.delete(share.owner);
      this.shares.set(share.owner, share);
      const own = this.gathers(share)
        ? []
        : this.takeFrom(share, Math.min(share.weight, messagesMax - turns.length));
      passed = own.length === 0 ? passed + 1 : 0;
      turns.push(...own);
    }
    return turns;
  }

  /**
   * Takes up to so many waiting messages in hand, only of organizations of these arrived messages that have next to nothing in
   * hand. An organization that sends little need not wait for the claims of those that send a lot.
   */
  takeFirst(arrived: readonly SendJobMessage[], messagesMax: number): Turn[] {
    const turns: Turn[] = [];
    for (const owner of new Set(arrived.map(ownerOf))) {
      const share = this.shares.get(owner);
      const count = share ? Math.min(reservedEach - share.inHand, messagesMax - turns.length) : 0;
      if (share && count > 0) turns.push(...this.takeFrom(share, count));
    }
    return turns;
  }

  /** Sets how many turns in a row an organization has; 1 until it is known. */
  weigh(owner: string, weight: number): void {
    const share = this.shares.get(owner);
    if (share) share.weight = weight;
  }

  /** The message was claimed, or is not ours to send. */
  claimed(turn: Turn): void {
    const { owner, job } = turn;
    this.taken.delete(turn);
    const share = this.shares.get(owner);
    assert(share !== undefined, 'the share of what is in hand stays');
    if (share.jobs.of(job) > 0) {
      share.jobs.add(job, -1);
      this.jobs.add(job, -1);
    } else this.overflowJobs.add(job, -1);
    job.done();
  }

  /** The message could not be claimed and is next again. */
  notClaimed(turn: Turn): void {
    const share = this.shares.get(turn.owner);
    assert(share !== undefined, 'the share of what is in hand stays');
    this.taken.delete(turn);
    share.waiting.unshift(turn);
    this.waiting += 1;
    this.release(turn.owner);
  }

  /** A message is no longer in hand. */
  release(owner: string): void {
    const share = this.shares.get(owner);
    assert(share !== undefined && share.inHand > 0, 'only what is in hand can be released');
    share.inHand -= 1;
    this.inHand -= 1;
    this.refill(share);
    this.forgetIdle(share);
    this.wake();
  }

  /** How many messages wait for their turn. */
  size(): number {
    return this.waiting;
  }

  /** Ids of all that are not claimed yet, also of jobs from the overflow queue that have not begun to wait. */
  ids(): Set<string> {
    const turns = [...this.shares.values()].flatMap(({ waiting, later }) => [...waiting, ...later.flat()]);
    return new Set([...this.taken, ...turns].map(({ message }) => message.message_id));
  }

  /** Resolves when something has changed that may give somebody a turn. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.onChange = resolve;
    });
  }

  /** Ends a wait for a change. */
  wake(): void {
    this.onChange();
  }

  /** It has its share in hand. */
  isBlocked(owner: string): boolean {
    const share = this.shares.get(owner);
    return share !== undefined && !this.mayHaveMore(share);
  }

  /**
   * If as many jobs of the overflow queue are here as the broker hands out, removes and returns the messages of organizations that
   * have their share in hand, so that the broker can hand out jobs of others.
   */
  takeBlocked(): Turn[] {
    if (this.overflowJobs.size < this.limits.jobsMax) return [];
    const blocked = [...this.shares.values()].filter((share) => !this.mayHaveMore(share));
    const turns = blocked.flatMap(({ waiting, later }) => {
      const begun = waiting.filter(({ job }) => job.fromOverflow);
      waiting.splice(0, waiting.length, ...waiting.filter(({ job }) => !job.fromOverflow));
      this.waiting -= begun.length;
      return [...begun, ...later.splice(0).flat()];
    });
    for (const { job } of turns) this.overflowJobs.add(job, -1);
    return turns;
  }

  /** Empties the queue and returns everything that waited. */
  drain(): Turn[] {
    this.waiting = 0;
    return [...this.shares.values()].flatMap(({ waiting, later }) => [
      ...waiting.splice(0),
      ...later.splice(0).flat(),
    ]);
  }

  private takeFrom(share: Share, messagesMax: number): Turn[] {
    const turns: Turn[] = [];
    while (turns.length < messagesMax && this.mayHaveMore(share)) {
      const turn = share.waiting.shift();
      if (turn === undefined) break;
      this.waiting -= 1;
      share.inHand += 1;
      this.inHand += 1;
      this.refill(share);
      this.taken.add(turn);
      turns.push(turn);
    }
    if (turns.length > 0 && !this.mayHaveMore(share)) share.gathersUntilMs = this.nowMs() + gatherMs;
    return turns;
  }

  /** It gathers until there is enough room, and then takes all of it. */
  private gathers(share: Share): boolean {
    const { inHandMax } = this.limits;
    const { inHand, waiting } = share;
    const room =
      (inHandFactor * (inHandMax * (1 - reservedPart) - this.inHand) - inHand) / (inHandFactor + 1);
    const isEnough = inHand < reservedEach || room >= Math.min(waiting.length, inHandMax * gatheredPart);
    if (isEnough || this.nowMs() >= share.gathersUntilMs) share.gathersUntilMs = 0;
    return share.gathersUntilMs > 0;
  }

  private wait(share: Share, turns: readonly Turn[]): void {
    share.waiting.push(...turns);
    this.waiting += turns.length;
  }

  /** An organization's messages from the overflow queue are older than what arrives now, so they go first. */
  private hasRoom({ waiting, later, jobs }: Share): boolean {
    const { jobsMax, messagesMax } = this.limits;
    if (later.length > 0) return false;
    const own = Math.max(jobs.size / jobsMax, waiting.length / messagesMax);
    return own < 1 - Math.max(this.jobs.size / jobsMax, this.waiting / messagesMax);
  }

  private mayHaveMore({ inHand }: Share): boolean {
    const { inHandMax } = this.limits;
    const free = inHandMax - this.inHand;
    if (inHand < reservedEach) return free > 0;
    return inHand < inHandFactor * (free - inHandMax * reservedPart);
  }

  private refill(share: Share): void {
    while (share.waiting.length < fewWaiting && this.mayHaveMore(share)) {
      const next = share.later.shift();
      if (next === undefined) return;
      this.wait(share, next);
    }
  }

  private shareOf(owner: string): Share {
    const known = this.shares.get(owner);
    if (known) return known;
    const share: Share = {
      owner,
      waiting: [],
      later: [],
      jobs: new CountByKey(),
      inHand: 0,
      gathersUntilMs: 0,
      weight: 1,
    };
    this.shares.set(owner, share);
    return share;
  }

  private forgetIdle({ owner, waiting, later, inHand }: Share): void {
    if (inHand === 0 && waiting.length === 0 && later.length === 0) this.shares.delete(owner);
  }
}

function turnsOf(
  messages: readonly SendJobMessage[],
  { owner, job }: { readonly owner: string; readonly job: HeldJob },
): Turn[] {
  return messages.map((message) => {
    job.hold();
    return { message, owner, job };
  });
}

function ownerOf({ organization_id }: SendJobMessage): string {
  return organization_id ?? unknownOwner;
}
