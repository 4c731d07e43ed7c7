import { z } from 'zod';
import { sample } from './sample';

/** Fields of answers, each with what the document says of it. */

export function objectName<const Name extends string>(name: Name): z.ZodLiteral<Name> {
  return z.literal(name).meta({ description: `Type of the object: always \`${name}\`.` });
}

export function line(description: string, ...examples: readonly string[]): z.ZodString {
  return z.string().meta({ description, examples: [...examples] });
}

export function lineOrNull(
  description: string,
  ...examples: readonly (string | null)[]
): z.ZodNullable<z.ZodString> {
  return z
    .string()
    .nullable()
    .meta({ description, examples: [...examples] });
}

export function count(description: string, example: number): z.ZodInt {
  return z.int().meta({ description, examples: [example] });
}

export function countOrNull(description: string, example: number | null): z.ZodNullable<z.ZodInt> {
  return z
    .int()
    .nullable()
    .meta({ description, examples: [example] });
}

export function flag(description: string): z.ZodBoolean {
  return z.boolean().meta({ description });
}

const format = 'date-time';

/** ISO 8601 in UTC with milliseconds. */
export function time(description: string, example: string = sample.createdAt): z.ZodString {
  return z.string().meta({ description, examples: [example], format });
}

export function timeOrNull(
  description: string,
  example: string | null = sample.createdAt,
): z.ZodNullable<z.ZodString> {
  return z
    .string()
    .meta({ format })
    .nullable()
    .meta({ description, examples: [example] });
}

/** A field that tells when its object was made. */
export function createdAt(what: string): z.ZodString {
  return time(`When ${what}.`);
}

/** A parameter of a query that is true or false. */
export const queryFlag = (description: string) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .optional()
    .meta({ description, examples: ['true'] });
