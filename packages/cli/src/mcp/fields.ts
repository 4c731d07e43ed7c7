import { z } from 'zod';

/** Arguments that several tools have. */
export const emailId = z.uuid().describe('Id of the email.');

/**
 * A bare address. Display names, comments, lists, quoted local parts, routes (`%`, `!`) and look-alike letters of other alphabets are not
 * accepted: what is checked is what is sent to.
 */
export const address = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9_+='~-]+(?:\.[A-Za-z0-9_+='~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/,
    'must be one bare address such as ada@example.com: no name, no list, ASCII only',
  );

export const domainName = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, 'must be a domain such as example.com');

export const since = z.iso
  .datetime({ offset: true })
  .describe('Only since this time, such as 2026-11-21T08:00:00Z.');

export const limit = z.int().min(1).max(25).default(10).describe('How many, at most 25.');

export const cursor = z.string().min(1).max(500).optional().describe('next_cursor of the previous page.');
export const nextCursor = z
  .string()
  .nullable()
  .describe('Pass it as cursor for the next page. Null on the last page.');

/** Slug or id of a template. */
export const templateName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/, 'must be the slug or id of a template');

export const nullableText = z.string().nullable();

/** The arguments that were given. */
export function given<Query extends object>(
  query: Query,
): { [Name in keyof Query]: Exclude<Query[Name], undefined> } {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Query]: Exclude<Query[Name], undefined> };
}
