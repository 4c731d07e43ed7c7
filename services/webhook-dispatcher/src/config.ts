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
  DATABASE_POOL_SIZE: wholeNumber({ byDefault: 8, min: 4, max: 100 }),
  /** Development only: allow plain http, and endpoints on this machine. */
  WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),
  /** Total time for a receiver to answer. The API promises 5 s. */
  WEBHOOK_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 30_000 }),
  /** Concurrent POSTs to one endpoint per process: 500 per second at 100 ms each. */
  WEBHOOK_IN_FLIGHT_MAX: wholeNumber({ byDefault: 50, min: 1, max: 1_000 }),
  /** Prefetch: messages of up to 100 events. */
  WEBHOOK_PREFETCH: wholeNumber({ byDefault: 100, min: 10, max: 5_000 }),
  /** Events processed at a time. With more, those of one endpoint compete; with fewer, slow endpoints delay others. */
  WEBHOOK_EVENTS_AT_ONCE: wholeNumber({ byDefault: 500, min: 100, max: 20_000 }),
});

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
