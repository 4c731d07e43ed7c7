import { engineSettings, parseSettings, processSettings, wholeNumber } from '@postrider/runtime';
import { z } from 'zod';
import { platformFromSetting } from '@postrider/submission';

/** Reports, retries and what operators look into are over by then. */
const weeksMin = 5;

const days = (byDefault: number, min: number) => wholeNumber({ byDefault, min, max: 3_650 });

export const settingsSchema = z.object({
  ...engineSettings,
  ...processSettings({ healthPort: 4104 }),
  DATABASE_POOL_SIZE: wholeNumber({ byDefault: 6, min: 4, max: 100 }),
  /** Messages of up to 100 events counted in one transaction. */
  METRICS_BATCH_MAX: wholeNumber({ byDefault: 50, min: 1, max: 5_000 }),
  /** Sender of the platform's own mail to alert addresses, at a verified domain of an internal organization. Unset: notices wait until it is set. */
  PLATFORM_FROM: platformFromSetting,
  API_LOG_RETENTION_DAYS: days(30, 1),
  /**
   * Weeks to keep mail, with recipients, events and content; older weeks are dropped every night. 0: forever; otherwise at least 5. Weeks are kept while an organization's content retention, unsent mail or a broadcast needs them. Unset, nothing is dropped from a database that has mail of more than 60 weeks.
   */
  MESSAGES_KEPT_WEEKS: wholeNumber({ byDefault: 52, min: 0, max: 520 }).refine(
    (weeks) => weeks === 0 || weeks >= weeksMin,
    `must be 0 or at least ${weeksMin}`,
  ),
  /** Retention of the delivery log. Retries take 28 hours. */
  WEBHOOK_LOG_RETENTION_DAYS: days(30, 7),
  /** An event that is repeated later is counted twice. Sweeps go back 15 minutes. */
  COUNTED_EVENTS_RETENTION_DAYS: days(60, 28),
  /**
   * Retention of broadcast recipients after the broadcast finished. Without them, later opens and clicks no longer count for it, and it cannot be resent.
   */
  BROADCAST_RECIPIENTS_RETENTION_DAYS: days(90, 30),
  /** Retention of inbound mail: the envelope, and the octets of unreadable ones. */
  INBOUND_SPOOL_RETENTION_DAYS: days(30, 7),
  /** A path on the disk of PostgreSQL, for a forecast of when it is full. Unset: its free space is not known. */
  DATABASE_DISK_PATH: z.string().default(''),
});

export type Settings = z.output<typeof settingsSchema> & {
  /** The operator has not set how long mail is kept. */
  readonly isKeptByDefault: boolean;
};

export function readSettings(): Settings {
  const isKeptByDefault = !process.env['MESSAGES_KEPT_WEEKS']?.trim();
  return { ...parseSettings(settingsSchema, process.env), isKeptByDefault };
}
