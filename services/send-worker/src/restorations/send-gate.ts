import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { createBatcher, startRecurringTask, wait, type Logger } from '@postrider/runtime';
import type { Settings } from '../config';
import { holdPage } from './hold.repository';
import { judgeDatabase } from './judge-database';
import {
  lookAtDatabase,
  readInstallationId,
  recordRestoration,
  type DatabaseLook,
  type FoundRestoration,
} from './look.repository';
import { createSendMarks, type SendMark, type SendMarks } from './send-marks';

/**
 * Whether this worker may send from this database.
 *
 * - closed, at the start → open: the database knows all that Redis and this worker remember
 * - open → closed: it does not (it was restored, or a standby without its newest part took over), or another worker or an operator says so
 * - closed → open: all that was due is held
 */
export interface SendGate {
  isOpen(): boolean;
  /** False before the first judgement: until then nothing of the last run may be touched. */
  hasLooked(): boolean;
  /** Resolves when it is open; false: the worker stops. */
  opened(): Promise<boolean>;
  /** The server that was judged: an attempt is only begun there. */
  server(): string;
  /** Judges again, from now on. @returns whether it is open */
  lookAgain(): Promise<boolean>;
  /** After its commit, before the body leaves. */
  remember(mark: SendMark): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly settings: Pick<Settings, 'HOLD_OVERDUE_MS'>;
  readonly sweepIntervalMs: number;
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly workerId: string;
  readonly log: Logger;
}

/** What another worker or an operator has found is known here by then. */
const lookEveryMsMax = 3_000;
/** By the third look each worker knows of a restoration: a page of a broadcast that one had in hand is held with the others. */
const noticedLooks = 3;
/** As long, at the start, mail waits for a Redis that is not there yet, if nothing else tells that the database is the newest. */
const redisWaitMs = 60_000;

export const startSendGate = (options: Options): SendGate => new JudgingSendGate(options);

class JudgingSendGate implements SendGate {
  private readonly lookEveryMs: number;
  private readonly closing = new AbortController();
  private readonly beganMs = performance.now();
  private marks: SendMarks | null = null;
  private judgedServer = '';
  private isHolding = false;
  private readonly waiting: (() => void)[] = [];
  /** One at a time, and none that began before it was asked for. */
  private readonly looks = createBatcher<null, boolean>({
    name: 'looks at the database',
    inFlightMax: 1,
    run: async (asked) => {
      const result = await this.look();
      return asked.map(() => result);
    },
  });
  private readonly task: { close(): Promise<void> };

  constructor(private readonly options: Options) {
    this.lookEveryMs = Math.min(options.sweepIntervalMs, lookEveryMsMax);
    this.task = startRecurringTask({
      name: 'restorations',
      intervalMs: this.lookEveryMs,
      log: options.log,
      run: async () => {
        if (this.isHolding && (await this.hold()) === 'again') return 'again';
        await this.lookAgain();
        return undefined;
      },
    });
  }

  isOpen(): boolean {
    return this.hasLooked() && !this.isHolding;
  }

  hasLooked(): boolean {
    return this.judgedServer !== '';
  }

  server(): string {
    return this.judgedServer;
  }

  async opened(): Promise<boolean> {
    while (!this.isOpen() && !this.closing.signal.aborted) {
      await Promise.race([
        new Promise<void>((resolve) => this.waiting.push(resolve)),
        wait(this.lookEveryMs, this.closing.signal),
      ]);
    }
    return this.isOpen();
  }

  lookAgain(): Promise<boolean> {
    return this.looks.submit(null);
  }

  async remember(mark: SendMark): Promise<void> {
    await this.marks?.remember(mark);
  }

  close(): Promise<void> {
    this.closing.abort();
    return this.task.close();
  }

  private async look(): Promise<boolean> {
    const { pool } = this.options;
    this.marks ??= createSendMarks({ ...this.options, installationId: await readInstallationId(pool) });
    const remembered = await this.marks.read();
    const own = this.marks.last();
    const known = new Set([...(remembered?.marks ?? []), ...(own === null ? [] : [own])]);
    const database = await lookAtDatabase(pool, [...known]);
    const judgement = judgeDatabase(database, {
      remembered,
      isStart: !this.hasLooked(),
      mayWaitForRedis: performance.now() - this.beganMs < redisWaitMs,
      holdOverdueMs: this.options.settings.HOLD_OVERDUE_MS,
    });
    if (judgement === 'unknown') return false;
    if (judgement !== 'newest') await this.found(judgement, database);
    this.isHolding = judgement !== 'newest' || database.holding;
    this.judgedServer = database.server;
    if (!this.isOpen()) return false;
    for (const resolve of this.waiting.splice(0)) resolve();
    await this.marks.seen(database.now);
    return true;
  }

  private async found(
    reason: FoundRestoration['reason'],
    { missing, oldestDueAt }: DatabaseLook,
  ): Promise<void> {
    this.isHolding = true;
    if (!(await recordRestoration(this.options.pool, { reason, marks: missing }))) return;
    this.options.log.error(
      { reason, missing: missing.length, oldest_due_at: oldestDueAt },
      'this database is older than the email already sent: all due email is held',
    );
  }

  private async hold(): Promise<'again' | undefined> {
    const page = await holdPage(this.options.pool, noticedLooks * this.lookEveryMs);
    if (page === null) return undefined;
    const { isDone, ...held } = page;
    if (isDone) this.options.log.warn('all due email was held: sending continues with new email');
    return held.messages + held.runs + held.broadcasts > 0 ? 'again' : undefined;
  }
}
