import {
  deleteAutomationHistory,
  deleteOldDmarcDays,
  deleteExpiredContent,
  deleteExpiredDmarcReports,
  deleteExpiredTlsReports,
  deleteOldSourceNames,
  deleteExpiredIdempotencyKeys,
  deleteExpiredInboundContent,
  deleteExpiredRequestContent,
  deleteExpiredSignupRequests,
  deleteExpiredShareLinks,
  deleteOldDeliveryHours,
  dropOldMail,
  dropPartitionsBefore,
  ensurePartitions,
  listWeeks,
  summarizeDmarcReports,
  type KeptDays,
  type PartitionedTable,
  type Pool,
} from '@postrider/db';
import type { RepeatedJob } from '@postrider/messaging';
import type { Clock, Logger } from '@postrider/runtime';
import { deleteOldPlatformMails } from '@postrider/submission';
import { addMissingAlertRules } from './add-alert-rules';
import { deleteBroadcastRecipients } from './delete-broadcast-recipients';
import { rollUpKeyUsage, rollUpUsage } from './roll-up-usage';

/** How long the rows of tables are kept that are retained as a whole. Mail itself is not among them: `messagesKeptWeeks`. */
export type RetentionDays = Readonly<
  Record<
    | 'api_request_logs'
    | 'api_request_contents'
    | 'contact_events'
    | 'counted_events'
    | 'webhook_deliveries'
    | 'webhook_attempts'
    | 'inbound_spool'
    | 'inbound_spool_contents',
    number
  >
>;

export interface MaintenanceOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  readonly retentionDays: RetentionDays;
  /** 0: for ever. */
  readonly messagesKeptWeeks: number;
  /** The operator has not set it. */
  readonly isKeptByDefault: boolean;
  /** How long the recipients of a broadcast are kept after it finished. */
  readonly broadcastRecipientsDays: number;
}

export type MaintenanceJobName =
  | 'ensure-partitions'
  | 'add-alert-rules'
  | 'roll-up-usage'
  | 'summarize-dmarc'
  | 'delete-content'
  | 'delete-idempotency-keys'
  | 'delete-automation-history'
  | 'delete-broadcast-recipients'
  | 'delete-delivery-hours'
  | 'drop-partitions'
  | 'drop-mail';

const attemptsMax = 5;

function jobMaker(log: Logger): (cron: string, run: () => Promise<object>) => RepeatedJob {
  return (cron, run) => ({
    repeat: { cron },
    attemptsMax,
    handle: async () => {
      const startedMs = performance.now();
      const result = await run();
      log.info({ ...result, duration_ms: Math.round(performance.now() - startedMs) }, 'maintenance done');
    },
  });
}

/**
 * What is done regularly, with the times in UTC. Every job finds out by itself what there is to do, may run twice
 * at once, and makes up for runs that did not take place.
 */
export function maintenanceJobs(options: MaintenanceOptions): Record<MaintenanceJobName, RepeatedJob> {
  const job = jobMaker(options.log);
  return {
    // Partitions exist four weeks ahead; a few runs a day leave a month to notice that something is wrong.
    'ensure-partitions': job('17 */6 * * *', async () => ({
      partitions_created: await ensurePartitions(options.pool),
    })),
    // Within ten minutes of an upgrade that brings a rule, of organizations that an older replica creates meanwhile, too.
    'add-alert-rules': job('*/10 * * * *', async () => ({
      alert_rules_added: await addMissingAlertRules(options),
    })),
    // Counts hold without it; each minute that it is late costs those who read them a row for each shard in use.
    'roll-up-usage': job('* * * * *', async () => ({
      usage_shards_moved: await rollUpUsage(options),
      key_usage_shards_moved: await rollUpKeyUsage(options),
    })),
    // Readers sum up what is not yet: a domain that gets many reports would be slow to read.
    'summarize-dmarc': job('* * * * *', async () => ({
      dmarc_reports_summarized: await summarizeDmarcReports(options),
    })),
    'delete-content': job('23 2 * * *', () => deleteContent(options)),
    'delete-idempotency-keys': job('*/15 * * * *', async () => ({
      idempotency_keys_deleted: await deleteExpiredIdempotencyKeys(options),
    })),
    'delete-automation-history': job('7 3 * * *', async () => {
      const { events, runs, keys, days } = await deleteAutomationHistory(options);
      return {
        automation_events_deleted: events,
        automation_runs_deleted: runs,
        automation_event_keys_deleted: keys,
        automation_days_deleted: days,
      };
    }),
    'delete-broadcast-recipients': job('52 3 * * *', async () => ({
      broadcast_recipients_deleted: await deleteBroadcastRecipients(options),
    })),
    'delete-delivery-hours': job('47 * * * *', async () => ({
      delivery_hours_deleted: await deleteOldDeliveryHours(options),
    })),
    'drop-partitions': job('37 3 * * *', async () => ({
      partitions_dropped: await dropOldPartitions(options),
    })),
    'drop-mail': job('12 4 * * *', () => dropMailOfOldWeeks(options)),
  };
}

async function deleteContent(options: MaintenanceOptions): Promise<object> {
  const { dropped, compacted, deleted } = await deleteExpiredContent(options);
  const inbound = await deleteExpiredInboundContent(options);
  const requests = await deleteExpiredRequestContent(options);
  return {
    content_partitions_dropped: dropped,
    content_partitions_compacted: compacted,
    contents_deleted: deleted,
    inbound_partitions_dropped: inbound.dropped,
    inbound_contents_deleted: inbound.deleted,
    request_partitions_dropped: requests.dropped,
    request_contents_deleted: requests.deleted,
    dmarc_reports_deleted: await deleteExpiredDmarcReports(options),
    dmarc_days_deleted: await deleteOldDmarcDays(options),
    tls_reports_deleted: await deleteExpiredTlsReports(options),
    source_names_deleted: await deleteOldSourceNames(options),
    signup_requests_deleted: await deleteExpiredSignupRequests(options),
    share_links_deleted: await deleteExpiredShareLinks(options),
    platform_mails_deleted: await deleteOldPlatformMails(options),
  };
}

const dayMs = 86_400_000;
const weekDays = 7;

/** For how many days rows of a table are kept; undefined: for ever. The webhook log, from which an event may be delivered again, never outlives the mail that it is of. */
export const keptDaysOf =
  ({
    messagesKeptWeeks,
    retentionDays,
  }: Pick<MaintenanceOptions, 'messagesKeptWeeks' | 'retentionDays'>): KeptDays =>
  (table) => {
    if (table in retentionDays) return retentionDays[table as keyof RetentionDays];
    return messagesKeptWeeks === 0
      ? undefined
      : Math.max(messagesKeptWeeks * weekDays, retentionDays.webhook_deliveries);
  };

async function dropMailOfOldWeeks(options: MaintenanceOptions): Promise<object> {
  const keptDays = keptDaysOf(options)('messages');
  if (keptDays === undefined || (await isKeptUntilDecided(options))) return { mail_partitions_dropped: [] };
  const { dropped, kept, reviewsDeleted } = await dropOldMail({ ...options, keptDays });
  return { mail_partitions_dropped: dropped, mail_weeks_in_use: kept, reviews_deleted: reviewsDeleted };
}

/** A database that is kept to the default from its beginning never has mail this old. */
const decidedWeeks = 60;

/**
 * The default deletes nothing that an installation has kept on purpose: it was to keep mail for ever. Such a one has older weeks when the
 * default would first apply to it.
 */
export async function isKeptUntilDecided(
  options: Pick<MaintenanceOptions, 'pool' | 'clock' | 'log' | 'isKeptByDefault' | 'messagesKeptWeeks'>,
): Promise<boolean> {
  const { pool, clock, log, isKeptByDefault, messagesKeptWeeks } = options;
  if (!isKeptByDefault) return false;
  const before = (weeks: number): number => clock.now().getTime() - weeks * weekDays * dayMs;
  const weeks = await listWeeks(pool, 'messages');
  const endedBefore = (time: number) => weeks.filter(({ from }) => from.getTime() + weekDays * dayMs <= time);
  if (endedBefore(before(decidedWeeks)).length === 0) return false;
  log.warn(
    { weeks: endedBefore(before(messagesKeptWeeks)).length, oldest: weeks[0]?.from },
    `mail of more than ${messagesKeptWeeks} weeks is kept until MESSAGES_KEPT_WEEKS is set: ${messagesKeptWeeks} deletes it, 0 keeps mail for ever`,
  );
  return true;
}

/** Drops the weekly partitions whose whole week is older than the table's retention. @returns their names */
export async function dropOldPartitions(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly retentionDays: RetentionDays;
}): Promise<string[]> {
  const { pool, clock, retentionDays } = options;
  const dropped: string[] = [];
  for (const [table, days] of Object.entries(retentionDays) as [PartitionedTable, number][]) {
    const date = new Date(clock.now().getTime() - days * dayMs);
    dropped.push(...(await dropPartitionsBefore(pool, table, { date })));
  }
  return dropped;
}
