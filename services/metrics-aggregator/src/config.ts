import { engineSettings, parseSettings, processSettings, wholeNumber } from '@postrider/runtime';
import { z } from 'zod';
import { platformFromSetting } from './notices/platform-principal';

/** Reports, retries and what operators look into are over by then. */
const weeksMin = 5;

const days = (byDefault: number, min: number) => wholeNumber({ byDefault, min, max: 3_650 });

export const settingsSchema = z.object({
  ...engineSettings,
  ...processSettings({ healthPort: 4104 }),
  DATABASE_POOL_SIZE: wholeNumber({ byDefault: 6, min: 4, max: 100 }),
  /** Messages of up to 100 events that are counted in one transaction. */
  METRICS_BATCH_MAX: wholeNumber({ byDefault: 50, min: 1, max: 5_000 }),
  /** Sender of the platform's own mail to alert addresses, at a verified domain of an internal organization. Unset: notices wait. */
  PLATFORM_FROM: platformFromSetting,
  API_LOG_RETENTION_DAYS: days(30, 1),
  /**
   * Weeks of mail, with recipients, events and content, that are older are dropped every night; 0: never, else 5 at least. What an
   * organization keeps the content of for longer stays, and weeks with mail that may still be sent, or that a broadcast's recipients refer to.
   */
  MESSAGES_KEPT_WEEKS: wholeNumber({ byDefault: 0, min: 0, max: 520 }).refine(
    (weeks) => weeks === 0 || weeks >= weeksMin,
    `must be 0 or at least ${weeksMin}`,
  ),
  /** Retries of a delivery take 28 hours; after that the rows are only the log that customers read. */
  WEBHOOK_LOG_RETENTION_DAYS: days(30, 7),
  /** An event that comes again later than this would be counted twice; the sweeps go back 15 minutes. */
  COUNTED_EVENTS_RETENTION_DAYS: days(60, 28),
  /**
   * Who got which broadcast, after it finished: with its rows go later opens and clicks from its own counters (not from the
   * day's), and a resend to those who did not open.
   */
  BROADCAST_RECIPIENTS_RETENTION_DAYS: days(90, 30),
  /** What came from other mail servers: of mails that were read, the envelope; of unreadable ones, their octets too. */
  INBOUND_SPOOL_RETENTION_DAYS: days(30, 7),
});

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
