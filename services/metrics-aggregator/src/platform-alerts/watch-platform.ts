import type { Pool } from '@postrider/db';
import { startRecurringTask, type Clock, type Logger } from '@postrider/runtime';
import { dueMail, type AlertMail } from './alert-mail';
import { advance, keyOfAlert, unmeasuredRules, type AlertState } from './alert-states';
import { createDeadMan } from './dead-man';
import { forgetAlerts, updateAlerts } from './platform-alerts.repository';
import { createReadMetrics, type WatchedProcess } from './read-metrics';
import { SampleStore } from './samples';

export interface WatchSettings {
  /** Empty: the rules are not evaluated here. */
  readonly processes: readonly WatchedProcess[];
  readonly deadManUrl: URL | null;
  /** Where browsers reach the console and the runbooks; empty: mails have no links. */
  readonly origin: string;
}

interface WatchOptions extends WatchSettings {
  readonly pool: Pool;
  readonly sendAlertMail: (mail: AlertMail) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervalMs?: number | undefined;
}

/** As Prometheus is usually configured. */
const watchIntervalMs = 15_000;
/** News that operators should have read by then: from there on the dead man's switch is silent. */
const mailLateMs = 10 * 60_000;

/**
 * Evaluates the rules about the platform where no Prometheus does: reads the metrics of each process, keeps the alerts in PostgreSQL
 * (so that a restart forgets neither how long a rule has been broken nor what was mailed), mails the operators, and calls the
 * dead man's switch. While PostgreSQL does not answer it goes on with what it has in memory, and writes that when it can.
 */
export function watchPlatform(options: WatchOptions): { close(): Promise<void> } {
  const { processes, deadManUrl, log, intervalMs = watchIntervalMs } = options;
  const metrics = createReadMetrics(processes);
  const deadMan = createDeadMan(deadManUrl, log);
  const watch = createWatch(options, new SampleStore());
  let hasForgotten = false;

  const task = startRecurringTask({
    name: 'platform alerts',
    intervalMs,
    log,
    run: async () => {
      if (processes.length === 0) {
        if (!hasForgotten) await forgetAlerts(options.pool);
        hasForgotten = true;
        return;
      }
      await metrics.read(watch.samples, options.clock.now().getTime() / 1_000);
      if (await watch.evaluate()) await deadMan.alive(options.clock.now());
    },
  });
  return {
    close: async () => {
      await task.close();
      await Promise.all([metrics.close(), deadMan.close()]);
    },
  };
}

/** One evaluation after the other. */
export function createWatch(
  { pool, sendAlertMail, clock, log, origin }: Omit<WatchOptions, keyof WatchSettings> & { origin: string },
  samples: SampleStore,
): { readonly samples: SampleStore; evaluate(): Promise<boolean> } {
  const collectingSince = clock.now();
  let last: readonly AlertState[] = [];
  let hasLoaded = false;
  /** What is in memory could not be stored. */
  let isAhead = false;
  let sentAt: Date[] = [];

  const store = async (
    now: Date,
    change: (before: readonly AlertState[]) => readonly AlertState[],
  ): Promise<boolean> => {
    try {
      const unmeasured = unmeasuredRules(samples, now);
      const after = await updateAlerts(pool, (stored) => change(isAhead ? last : stored), unmeasured);
      if (after === null) return false;
      last = after;
      [hasLoaded, isAhead] = [true, false];
    } catch (error) {
      log.warn({ err: error }, 'alerts could not be stored');
      last = change(last);
      isAhead = hasLoaded;
    }
    return true;
  };

  return {
    samples,
    /** @returns whether operators would read of a problem: false when another replica evaluates, or mail has been waiting */
    evaluate: async () => {
      const now = clock.now();
      const before = new Set(last.filter(isFiring).map(keyOfAlert));
      if (!(await store(now, (states) => advance(states, { samples, now, collectingSince })))) return false;
      logChanges(log, before, last);
      sentAt = sentAt.filter((at) => now.getTime() - at.getTime() < 3_600_000);
      const mail = dueMail(last, { now, sentAt, origin });
      if (mail !== null && (await sendAlertMail(mail))) {
        sentAt.push(now);
        await store(now, (states) => mailed(states, mail, now));
      }
      return !last.some((state) => isLate(state, now));
    },
  };
}

const isFiring = ({ firingSince, resolvedAt }: AlertState): boolean =>
  firingSince !== null && resolvedAt === null;

function isLate(state: AlertState, now: Date): boolean {
  const { firingSince, mailedAt } = state;
  return (
    isFiring(state) &&
    mailedAt === null &&
    firingSince !== null &&
    now.getTime() - firingSince.getTime() > mailLateMs
  );
}

/** Alerts that a mail named; those that it called resolved are over. */
function mailed(states: readonly AlertState[], { keys }: AlertMail, now: Date): AlertState[] {
  return states.flatMap((state) => {
    if (!keys.has(keyOfAlert(state))) return [state];
    return state.resolvedAt === null ? [{ ...state, mailedAt: now }] : [];
  });
}

function logChanges(log: Logger, before: ReadonlySet<string>, after: readonly AlertState[]): void {
  for (const state of after) {
    const { rule, summary } = state;
    const wasFiring = before.has(keyOfAlert(state));
    if (isFiring(state) && !wasFiring) log.warn({ rule }, `platform alert: ${summary}`);
    if (state.resolvedAt !== null && wasFiring) log.info({ rule }, `platform alert resolved: ${summary}`);
  }
}
