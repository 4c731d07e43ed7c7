import {
  dnsSettings,
  durationMs,
  engineSettings,
  masterKeySettings,
  parseSettings,
  processSettings,
  switchSetting,
  wholeNumber,
} from '@postrider/runtime';
import { z } from 'zod';

export const settingsSchema = z.object({
  ...engineSettings,
  ...processSettings({ healthPort: 4103 }),
  ...masterKeySettings,
  ...dnsSettings,
  /** PostgreSQL connections of one process. */
  DATABASE_POOL_SIZE: wholeNumber({ byDefault: 8, min: 4, max: 100 }),
  /** Development only: allow webhook endpoints with plain http, and on this machine. */
  WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),
  /** Total time for a receiver to answer. The API promises 5 s. */
  WEBHOOK_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 30_000 }),
});

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
