import type { Pool } from '@postrider/db';
import { backOffMs, startRecurringTask, withTimeout, type Clock, type Logger } from '@postrider/runtime';
import { takeTurn } from '../../take-turn';
import type { ReportTargets } from './report-targets';
import type { SendReport } from './send-report';
import { deleteOldCounts, findCounts } from './session-counts.repository';
import type { SessionCounts } from './session-counts';
import { composeTlsReport, type Reporter } from './tls-report';
import {
  claimReports,
  deleteOldReports,
  settleReport,
  type DueReport,
  type ReportOutcome,
} from './tls-reports.repository';

const flushIntervalMs = 10_000;
const sendIntervalMs = 60_000;
const cleanIntervalMs = 3_600_000;
/** Each takes a minute at most, which the lease outlasts. */
const reportsAtOnce = 8;
const reportMs = 120_000;
/** Eight tries within a day (RFC 8460 §5.3: at most 24 hours). */
const attemptsMax = 8;
const growth = { baseMs: 600_000, maxMs: 6 * 3_600_000 };
/** More combinations would be a report of some MB, which is not read. */
const countsMax = 5_000;
const reasonCharsMax = 500;

interface Options {
  readonly pool: Pool;
  readonly counts: SessionCounts;
  readonly targets: ReportTargets;
  readonly sendReport: SendReport;
  readonly reporter: Reporter;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Reports once a day, to each domain that asks for it, how connections to its hosts went (RFC 8460). */
export function startTlsReports(options: Options): { close(): Promise<void> } {
  const { pool, counts, clock, log } = options;
  const flush = startRecurringTask({
    name: 'TLS counts',
    intervalMs: flushIntervalMs,
    log,
    run: () => counts.flush(),
  });
  const send = startRecurringTask({
    name: 'TLS reports',
    intervalMs: sendIntervalMs,
    log,
    run: async () => {
      const due = await claimReports(pool, { now: clock.now(), limit: reportsAtOnce });
      await Promise.all(due.map((report) => settle(report, options)));
      return due.length === reportsAtOnce ? 'again' : undefined;
    },
  });
  const clean = startRecurringTask({
    name: 'old TLS counts',
    intervalMs: cleanIntervalMs,
    log,
    run: async () => {
      if (!(await takeTurn(pool, { name: 'tls-counts', intervalMs: cleanIntervalMs / 2 }))) return;
      const today = clock.now().toISOString().slice(0, 10);
      await deleteOldCounts(pool, today);
      await deleteOldReports(pool, today);
    },
  });
  return {
    close: async () => {
      await Promise.all([flush.close(), send.close(), clean.close()]);
      await counts.flush();
    },
  };
}

async function settle(report: DueReport, options: Options): Promise<void> {
  const { pool, clock, log } = options;
  const late = { kind: 'not-sent', reason: 'no answer in time' } as const;
  const result = await withTimeout(reportMs, trySending(report, options), { orElse: late });
  const now = clock.now();
  const outcome = result.kind === 'not-sent' ? failed(result.reason, { report, now }) : result;
  await settleReport(pool, { report, outcome, now });
  log.info({ domain: report.domain, day: report.day, ...outcome }, 'a TLS report was sent or dropped');
}

function failed(reason: string, { report, now }: { report: DueReport; now: Date }): ReportOutcome {
  const isLast = report.attempts >= attemptsMax;
  const retryAt = isLast ? null : new Date(now.getTime() + backOffMs(report.attempts, growth));
  return { kind: 'failed', reason: reason.slice(0, reasonCharsMax), retryAt };
}

type Sent =
  Exclude<ReportOutcome, { kind: 'failed' }> | { readonly kind: 'not-sent'; readonly reason: string };

/** To the first of the domain's targets that takes it. */
async function trySending({ day, domain }: DueReport, options: Options): Promise<Sent> {
  const { pool, targets, sendReport, reporter } = options;
  const found = await targets(domain);
  if (found === null) return { kind: 'not-sent', reason: 'DNS does not answer' };
  const counts = await findCounts(pool, { day, domain, limit: countsMax });
  const report = composeTlsReport({ day, domain, counts }, reporter);
  let reason: string | null = null;
  for (const target of counts.length > 0 ? found : []) {
    reason = await sendReport({ day, domain, report }, target);
    if (reason === null) return { kind: 'sent' };
  }
  return reason === null ? { kind: 'unwanted' } : { kind: 'not-sent', reason };
}
