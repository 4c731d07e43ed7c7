import assert from 'node:assert';

/** How many messages of an organization the next claim may take. */
export interface Share {
  readonly organizationId: string;
  readonly messagesMax: number;
  /** Wake-ups of the organization so far. */
  readonly wakeUps: number;
}

/** What this process knows of one organization that has mail due, or in hand. */
interface DueSender {
  readonly organizationId: string;
  /** With those that a claim under way may bring. */
  inHand: number;
  hasDue: boolean;
  wakeUps: number;
  /** Messages it takes in proportion to others; by plan, 1 until that is known. */
  weight: number;
  claimedAtMs: number;
}

/** One that has fewer in hand sends little: its mail is claimed at once, beside the claims of those that send a lot. */
const fewMax = 2;
/** How much an organization may have in hand, as a multiple of what is free: one alone gets nearly two thirds, two get two fifths each. */
const inHandFactor = 2;
/** Part of all permits that only organizations with few in hand may use. */
const reservedPart = 1 / 8;
/**
 * A flood that holds its share gets permits back one by one, and a claim for each would cost five times as much as claiming fifty
 * together. So it waits for an eighth of all permits, but never longer than this: where messages stand still for minutes, the
 * permits that are left are all there is.
 */
const gatherMs = 100;
const gatheredPart = 1 / 8;
/** Organizations and messages of one claim; one statement of the accept path inserts as many messages. */
const sharesMax = 64;
const claimMax = 200;

/**
 * Shares the permits of a queue among the organizations that have mail due. They take turns, and a turn is worth as much as its
 * plan's weight. No organization may hold more than twice of what is left (dynamic thresholds, Choudhury and Hahne 1998): one that
 * sends a lot gets most of the permits while it is alone, and another always finds some.
 */
export class DueShares {
  private readonly senders = new Map<string, DueSender>();
  /** Organizations with mail due, the one whose turn is next first. */
  private readonly few = new Set<DueSender>();
  private readonly many = new Set<DueSender>();
  private inHand = 0;

  constructor(
    private readonly inHandMax: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** The organization has mail due. */
  wake(organizationId: string): void {
    const sender = this.senderOf(organizationId);
    sender.hasDue = true;
    sender.wakeUps += 1;
    this.place(sender);
  }

  /** What the next claim may take for organizations with few messages in hand. The shares count as in hand until they are settled. */
  takeFew(): Share[] {
    const shares: Share[] = [];
    for (const sender of this.few) {
      const free = this.inHandMax - this.inHand;
      if (free === 0 || shares.length === sharesMax) break;
      shares.push(this.take(sender, Math.min(fewMax - sender.inHand, free)));
    }
    return shares;
  }

  /**
   * The same for those with many.
   * @returns no shares, and after how long to ask again although nothing was released; undefined: only then
   */
  takeMany(): { readonly shares: readonly Share[]; readonly againInMs?: number } {
    if (this.roomOf(fewMax) < 1) return { shares: [] };
    const ready: DueSender[] = [];
    let againInMs: number | undefined;
    for (const sender of this.many) {
      const leftMs = this.gathersFor(sender);
      if (leftMs === 0) ready.push(sender);
      else againInMs = Math.min(leftMs, againInMs ?? leftMs);
    }
    const weights = ready.reduce((sum, { weight }) => sum + weight, 0);
    const shares: Share[] = [];
    let left = claimMax;
    for (const sender of ready.slice(0, sharesMax)) {
      const part = Math.ceil((claimMax * sender.weight) / weights);
      const messagesMax = Math.min(part, left, this.roomOf(sender.inHand));
      if (messagesMax < 1) continue;
      shares.push(this.take(sender, messagesMax));
      left -= messagesMax;
    }
    return { shares, ...(againInMs !== undefined && { againInMs }) };
  }

  /** Of so many messages that were found, so many were claimed: they stay in hand until they are released. */
  settle({ organizationId, messagesMax, wakeUps }: Share, found: number, claimed: number): void {
    const sender = this.known(organizationId);
    if (found < messagesMax && sender.wakeUps === wakeUps) sender.hasDue = false;
    this.add(sender, claimed - messagesMax);
  }

  /** The claim failed: nothing is known. */
  restore({ organizationId, messagesMax }: Share): void {
    this.add(this.known(organizationId), -messagesMax);
  }

  weigh(organizationId: string, weight: number): void {
    this.known(organizationId).weight = weight;
  }

  /** A message is in hand that no share was taken for. */
  hold(organizationId: string): void {
    this.add(this.senderOf(organizationId), 1);
  }

  /** A message is no longer in hand. */
  release(organizationId: string): void {
    this.add(this.known(organizationId), -1);
  }

  private take(sender: DueSender, messagesMax: number): Share {
    const { organizationId, wakeUps } = sender;
    sender.claimedAtMs = this.nowMs();
    this.few.delete(sender);
    this.many.delete(sender);
    this.add(sender, messagesMax);
    return { organizationId, messagesMax, wakeUps };
  }

  private add(sender: DueSender, count: number): void {
    sender.inHand += count;
    this.inHand += count;
    assert(sender.inHand >= 0, 'only what is in hand is released');
    this.place(sender);
  }

  /** Where it waits for its turn, if it has mail due; one that has just had its turn waits behind the others. */
  private place(sender: DueSender): void {
    const { organizationId, hasDue, inHand } = sender;
    const isFew = inHand < fewMax;
    if (!hasDue || !isFew) this.few.delete(sender);
    if (!hasDue || isFew) this.many.delete(sender);
    if (hasDue) (isFew ? this.few : this.many).add(sender);
    else if (inHand === 0) this.senders.delete(organizationId);
  }

  /** How many more one with so many in hand may take, so that it then has no more than its multiple of what is free. */
  private roomOf(inHand: number): number {
    const free = this.inHandMax * (1 - reservedPart) - this.inHand;
    return Math.floor((inHandFactor * free - inHand) / (inHandFactor + 1));
  }

  /** For how long it still waits for more room; 0: it may claim. */
  private gathersFor({ inHand, claimedAtMs }: DueSender): number {
    const room = this.roomOf(inHand);
    if (room >= this.inHandMax * gatheredPart) return 0;
    if (room < 1) return gatherMs;
    return Math.max(0, claimedAtMs + gatherMs - this.nowMs());
  }

  private senderOf(organizationId: string): DueSender {
    const known = this.senders.get(organizationId);
    if (known) return known;
    const sender: DueSender = {
      organizationId,
      inHand: 0,
      hasDue: false,
      wakeUps: 0,
      weight: 1,
      claimedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.senders.set(organizationId, sender);
    return sender;
  }

  private known(organizationId: string): DueSender {
    const sender = this.senders.get(organizationId);
    assert(sender !== undefined, 'an organization with messages in hand is known');
    return sender;
  }
}
