import {
  commaList,
  consoleUrlSettings,
  engineSettings,
  parseSettings,
  processSettings,
  secret,
  urlWithScheme,
  wholeNumber,
} from '@postrider/runtime';
import { platformFromSetting } from '@postrider/submission';
import { z } from 'zod';
import { readAlertSmtp, readWatchedProcesses, watchedProcessPattern } from './platform-alerts/watch-settings';

/** Reports, retries and what operators look into are over by then. */
const weeksMin = 5;

const days = (byDefault: number, min: number) => wholeNumber({ byDefault, min, max: 3_650 });

const addressPattern = '[^\\s@<>,]+@[^\\s@<>,]+';

export const settingsSchema = z
  .object({
    ...engineSettings,
    ...processSettings({ healthPort: 4104 }),
    /** PostgreSQL connections of one process. */
    DATABASE_POOL_SIZE: wholeNumber({ byDefault: 6, min: 4, max: 100 }),
    /** Sender of invitations and of mail to alert addresses: `email` or `Name <email>`, of a verified domain of an internal organization. Empty: invitation links are only copied, and mail about alerts waits. */
    PLATFORM_FROM: platformFromSetting,
    /** Retention of the log of API requests. */
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
    /**
     * Retention of broadcast recipients after the broadcast finished. Without them, later opens and clicks no longer count for it, and it cannot be resent.
     */
    BROADCAST_RECIPIENTS_RETENTION_DAYS: days(90, 30),
    /** Retention of inbound mail: the envelope, and the octets of unreadable ones. */
    INBOUND_SPOOL_RETENTION_DAYS: days(30, 7),
    /** A path on the disk of PostgreSQL, for a forecast of when it is full. Unset: its free space is not known. */
    DATABASE_DISK_PATH: z.string().default(''),
    ...consoleUrlSettings,
    /**
     * Processes whose metrics are read every 15 seconds to evaluate the alert rules about the platform: `service=URL` of /metrics, comma-separated. Empty: Prometheus evaluates them, see docs/watching.md.
     */
    WATCHED_METRICS_URLS: commaList(watchedProcessPattern).transform(readWatchedProcesses),
    /** Addresses that get mail about these alerts, comma-separated. Empty: those of the platform's operators. */
    OPERATOR_ALERT_EMAIL: commaList(addressPattern).refine(
      (addresses) => addresses.every((address) => new RegExp(`^${addressPattern}$`).test(address)),
      'must be a list of email addresses',
    ),
    /**
     * SMTP server for this mail, tried before the platform's own mail, which may be what is down: `smtps://user:password@host:465`, or `smtp://user:password@host:587` with STARTTLS. TLS is required.
     */
    ALERT_SMTP_URL: urlWithScheme('smtp', 'smtps').meta(secret).optional().transform(readAlertSmtp),
    /** Sender of mail by ALERT_SMTP_URL: `email` or `Name <email>`. Empty: PLATFORM_FROM. */
    ALERT_FROM: platformFromSetting,
    /**
     * Dead man's switch: a URL that is requested every minute while the rules are evaluated and their mail can be sent. Its service warns when there is no request.
     */
    DEAD_MAN_URL: urlWithScheme('http', 'https').meta(secret).optional(),
  })
  .superRefine(({ ALERT_SMTP_URL, ALERT_FROM, PLATFORM_FROM }, context) => {
    if (ALERT_SMTP_URL === null || ALERT_FROM !== null || PLATFORM_FROM !== null) return;
    context.addIssue({ code: 'custom', path: ['ALERT_FROM'], message: 'is required with ALERT_SMTP_URL' });
  });

export type Settings = z.output<typeof settingsSchema> & {
  /** The operator has not set how long mail is kept. */
  readonly isKeptByDefault: boolean;
};

export function readSettings(): Settings {
  const isKeptByDefault = !process.env['MESSAGES_KEPT_WEEKS']?.trim();
  return { ...parseSettings(settingsSchema, process.env), isKeptByDefault };
}
