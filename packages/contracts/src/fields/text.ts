import { z } from 'zod';
import { displayNameProblem } from './display-name';
import { readIsoTime } from './iso-time';

/**
 * A string that Postgres can store and JSON can carry: no NUL character (refused, since dropping it would
 * change what was sent), lone surrogates replaced by U+FFFD as every UTF-8 encoder would.
 */
export function text(): z.ZodString {
  return z
    .string()
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .overwrite((value) => value.toWellFormed());
}

/** As `text`, on one line: CR and LF would start a new header line. */
export function lineOfText(): z.ZodString {
  return text().refine((value) => !/[\r\n]/.test(value), 'must not contain line breaks');
}

/** A line that is not only blanks. */
export function nonBlankLine(): z.ZodString {
  return lineOfText()
    .min(1, { error: 'required', abort: true })
    .refine((value) => value.trim() !== '', 'must not be blank');
}

/** An email address, or a mailbox with its name. Blanks and line breaks around it, as of a pasted one, are no part of it. */
export function addressLine(): z.ZodString {
  return z
    .string()
    .trim()
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .refine((value) => !/[\r\n]/.test(value), 'must not contain line breaks')
    .overwrite((value) => value.toWellFormed());
}

/** A name that others read on pages and in mail of the platform. */
export function displayName(): z.ZodString {
  return lineOfText()
    .trim()
    .min(1, 'required')
    .max(120)
    .check(({ value, issues }) => {
      const message = displayNameProblem(value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    });
}

/** A message: `must be at most 2,000,000 bytes`. */
export function atMostBytes(bytesMax: number): string {
  return `must be at most ${bytesMax.toLocaleString('en-US')} bytes`;
}

/** Text of at most `bytesMax` bytes in UTF-8. */
export function textOfBytes(bytesMax: number): z.ZodString {
  return text().refine(
    // A UTF-16 unit is at most three bytes, so short texts need no counting.
    (value) => value.length * 3 <= bytesMax || Buffer.byteLength(value) <= bytesMax,
    atMostBytes(bytesMax),
  );
}

interface Years {
  readonly first: number;
  readonly last: number;
}

/** Postgres has no year 0, and ISO 8601 none of five digits. */
const storableYears: Years = { first: 1, last: 9_999 };

/**
 * ISO 8601 with a UTC offset or Z, of a time that can be stored and lies in `years` (UTC). Every form that `readIsoTime` reads becomes
 * one that `Date` reads. The one schema of all times in requests.
 */
export function timestamp(years: Years = storableYears): z.ZodString {
  const [first, last] = [years.first, years.last].map((year) => String(year).padStart(4, '0'));
  const firstMs = Date.parse(`${first}-01-01T00:00:00Z`);
  const endMs = Date.UTC(years.last + 1, 0, 1);
  const fault = 'must be an ISO 8601 time with a UTC offset';
  // Aborts, so that one fault is named once: what is no time lies in no year either.
  const isTime = z.iso.datetime({ offset: true, abort: true, error: fault });
  return z
    .string({ error: ({ input }) => (input === undefined ? 'required' : fault) })
    .overwrite(inOneForm)
    .check(isTime)
    .refine((value) => {
      const ms = Date.parse(value);
      return ms >= firstMs && ms < endMs;
    }, `must be between the years ${first} and ${last}`);
}

function inOneForm(text: string): string {
  const time = readIsoTime(text);
  return time === null || time.offset === null ? text : `${time.local}${time.offset}`;
}
