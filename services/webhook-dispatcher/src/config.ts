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
  /** Development only: plain http, and endpoints on this machine. */
  WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),
  /** The whole time that a receiver has; 5 s is what the API promises. */
  WEBHOOK_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 30_000 }),
  /** POSTs at a time to one endpoint from one process: at 100 ms an answer, 500 a second. */
  WEBHOOK_IN_FLIGHT_MAX: wholeNumber({ byDefault: 50, min: 1, max: 1_000 }),
  /** Messages of up to 100 events that RabbitMQ hands out in advance. */
  WEBHOOK_PREFETCH: wholeNumber({ byDefault: 100, min: 10, max: 5_000 }),
  /** Events worked on at a time. With more, those of one endpoint stand in each other's way; with fewer, slow endpoints hold up others. */
  WEBHOOK_EVENTS_AT_ONCE: wholeNumber({ byDefault: 500, min: 100, max: 20_000 }),
});

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
