import { plansSetting } from '@postrider/contracts';
import {
  durationMs,
  engineSettings,
  key256List,
  linkSettings,
  masterKeySettings,
  parseSettings,
  port,
  processSettings,
  switchSetting,
  wholeNumber,
} from '@postrider/runtime';
import { z } from 'zod';

// Health and metrics are answered on the API's own port.
const { LOG_LEVEL, SHUTDOWN_GRACE_MS } = processSettings({ healthPort: 4000 });

export const settingsSchema = z.object({
  ...engineSettings,
  ...masterKeySettings,
  ...linkSettings,
  /** Former link secrets, comma-separated: links in mail that was sent with them go on working. */
  LINK_SECRETS_PREVIOUS: key256List(),
  /** Requests a minute to links in mails from one address; image proxies of mailbox providers bring those of thousands. */
  PUBLIC_LINKS_PER_MINUTE: wholeNumber({ byDefault: 6_000, min: 1, max: 1_000_000 }),
  LOG_LEVEL,
  SHUTDOWN_GRACE_MS,
  API_HOST: z.string().default('0.0.0.0'),
  API_PORT: port(4000),
  /** Connections of one gateway: two accepting statements, their replays, reads and management beside them. */
  DATABASE_POOL_SIZE: wholeNumber({ byDefault: 12, min: 4, max: 200 }),
  /** Numbers of plans that differ from the defaults, as JSON: {"free": {"daily_cap": 200}}. Null means no cap. The same on every gateway. */
  PLANS: plansSetting(),
  /** How long sends are accepted unjudged while Redis is away. */
  GATE_FAIL_OPEN_MS: durationMs(60_000, { max: 3_600_000 }),
  /** Proxies of ours in front, each of which appends to X-Forwarded-For. */
  TRUSTED_PROXY_HOPS: wholeNumber({ byDefault: 0, min: 0, max: 10 }),
  /** Failed authentications a minute from one address; a relay brings those of all its clients. */
  AUTH_FAILURES_PER_MINUTE: wholeNumber({ byDefault: 300, min: 1, max: 1_000_000 }),
  /** Large bodies that are received and handled at the same time; each takes five times its size in memory. */
  LARGE_BODY_BYTES_MAX: wholeNumber({ byDefault: 48_000_000, min: 24_000_000, max: 10_000_000_000 }),
  /** Development only: webhook endpoints with plain http, and on this machine. */
  WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),
});

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
