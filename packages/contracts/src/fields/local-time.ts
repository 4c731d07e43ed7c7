import { z } from 'zod';

/** For example `Europe/Berlin`. */
export const timezoneName = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be an IANA time zone, for example Europe/Berlin');

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "09:30"');
