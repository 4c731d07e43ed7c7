import { sendWeights } from '@postrider/contracts/organizations';
import type { DueQueue, Pool } from '@postrider/db';
import {
  backOffMs,
  CountByKey,
  isEngineUnavailable,
  wait,
  withTraceParent,
  type Logger,
} from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import { claimMessages } from '../claims/claims.repository';
import { DueShares, type Share } from '../fairness/due-shares';
import { findDueMessages, type QueuedIds } from '../claims/find-due.repository';
import type { LeaseKeeper } from '../claims/lease-keeper';
import type { ReserveDays } from '../claims/reserve-days';
import type { ScreenBulk } from '../claims/screen-bulk';
import type { ProcessMessage } from '../delivery/process-message';
import type { SendGate } from '../restorations/send-gate';
import type { SlowMessages } from '../fairness/slow-messages';
import type { TraceParents } from './trace-parents';

export interface ClaimLoopOptions {
  readonly pool: Pool;
  readonly gate: Pick<SendGate, 'opened'>;
  readonly leases: LeaseKeeper;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly screenBulk: ScreenBulk;
  readonly reserveDays: ReserveDays;
  readonly process: ProcessMessage;
  /** A message of the organization was requeued and is due at once. */
  readonly onRequeued: (organizationId: string) => void;
  readonly slow: SlowMessages;
  readonly traces: TraceParents;
  readonly queuedIds: () => Promise<QueuedIds>;
  readonly log: Logger;
}

const outageBackOff = { baseMs: 500, maxMs: 5_000 };

/**
 * Claims and processes the due messages of one queue as long as there are permits. PostgreSQL alone knows the messages; this knows
 * which organizations have some due. Organizations with few messages in hand are served by a loop of their own, so that their mail does
 * not wait for the claims of a flood.
 */
export class ClaimLoop {
  private readonly shares;
  /** By message. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly ended: Promise<unknown>;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly options: ClaimLoopOptions,
    private readonly queue: DueQueue,
    inHandMax: number,
  ) {
    this.shares = new DueShares(inHandMax);
    this.ended = Promise.all([
      this.run(() => ({ shares: this.shares.takeFew() })),
      this.run(() => this.shares.takeMany()),
    ]);
  }

  /** The organization has mail due. */
  wake(organizationId: string): void {
    this.shares.wake(organizationId);
    this.changed();
  }

  /** Claims expired messages beyond the permits: they fail without a connection. */
  async claimExpired(ids: readonly string[]): Promise<void> {
    const { pool, workerId, leaseMs } = this.options;
    const claimed = await claimMessages(pool, { ids: ids.toSorted(), workerId, leaseMs });
    for (const { organizationId } of claimed) this.shares.hold(organizationId);
    await this.begin(claimed);
  }

  /** No new claims. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.changed();
    await this.ended;
  }

  /** Resolves when nothing is in hand. */
  async empty(): Promise<void> {
    await Promise.all(this.running.values());
  }

  private async run(
    take: () => Pick<ReturnType<DueShares['takeMany']>, 'shares' | 'againInMs'>,
  ): Promise<void> {
    /** Claims in a row that failed because the database was unavailable. */
    let outages = 0;
    while (!this.stopping.signal.aborted) {
      if (!(await this.options.gate.opened())) return;
      const { shares, againInMs } = take();
      if (shares.length === 0) {
        await this.change(againInMs);
        continue;
      }
      outages = (await this.claim(shares)) ? 0 : outages + 1;
      // What the claim did not take is free again, and its organizations may have fewer messages in hand: the other loop's turn.
      this.changed();
      if (outages > 0) await wait(backOffMs(outages, outageBackOff), this.stopping.signal);
    }
  }

  /** @returns false: the database is unavailable */
  private async claim(shares: readonly Share[]): Promise<boolean> {
    const { pool, workerId, leaseMs, queuedIds, log } = this.options;
    let found: readonly { readonly id: string; readonly organizationId: string }[];
    let claimed: readonly ClaimedMessage[] = [];
    try {
      found = await findDueMessages(pool, { queue: this.queue, shares, ids: await queuedIds() });
      const ids = found.map(({ id }) => id).sort();
      if (ids.length > 0) claimed = await claimMessages(pool, { ids, workerId, leaseMs });
    } catch (error) {
      if (isEngineUnavailable(error)) {
        for (const share of shares) this.shares.restore(share);
        return false;
      }
      // One organization's messages cannot be claimed: the others go on, and it is tried again with the next look.
      const [share, ...others] = shares;
      if (share !== undefined && others.length === 0) {
        log.error(
          { err: error, queue: this.queue, organization_id: share.organizationId },
          'messages could not be claimed',
        );
        this.shares.settle(share, 0, 0);
        return true;
      }
      for (const each of shares) await this.claim([each]);
      return true;
    }
    const foundOf = countByOrganization(found);
    const claimedOf = countByOrganization(claimed);
    for (const share of shares) {
      const { organizationId } = share;
      this.shares.settle(share, foundOf.of(organizationId), claimedOf.of(organizationId));
    }
    for (const { organizationId, plan } of claimed) this.shares.weigh(organizationId, sendWeights[plan]);
    await this.begin(claimed);
    return true;
  }

  private async begin(claimed: readonly ClaimedMessage[]): Promise<void> {
    const { screenBulk, reserveDays } = this.options;
    const ready = new Set(await reserveDays(await screenBulk(claimed)));
    for (const message of claimed) if (!ready.has(message)) this.releasePermit(message);
    for (const message of ready) {
      // A crash of PostgreSQL can undo a claim of a message that is still in hand. The first claim ends before the second begins;
      // then the second finds the outcome recorded, or that the first could not begin an attempt.
      const earlier = this.running.get(message.id) ?? Promise.resolve();
      const work = earlier
        .then(() => this.process(message))
        .finally(() => {
          if (this.running.get(message.id) === work) this.running.delete(message.id);
        });
      this.running.set(message.id, work);
    }
  }

  private async process(message: ClaimedMessage): Promise<void> {
    const { leases, slow, traces, process, onRequeued } = this.options;
    leases.hold(message.id);
    const end = slow.begin(message.organizationId, () => this.releasePermit(message));
    try {
      const isDue = await withTraceParent(traces.take(message.id), () => process(message));
      if (isDue) onRequeued(message.organizationId);
    } finally {
      leases.release(message.id);
      if (!end()) this.releasePermit(message);
    }
  }

  private releasePermit({ organizationId }: ClaimedMessage): void {
    this.shares.release(organizationId);
    this.changed();
  }

  /** Something has changed that may give an organization its turn. */
  private changed(): void {
    for (const wake of [...this.waiting]) wake();
  }

  private async change(againInMs: number | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = againInMs === undefined ? undefined : setTimeout(wake, againInMs);
      this.waiting.add(wake);
    });
  }
}

function countByOrganization(messages: readonly { readonly organizationId: string }[]): CountByKey {
  const counts = new CountByKey();
  for (const { organizationId } of messages) counts.add(organizationId, 1);
  return counts;
}
