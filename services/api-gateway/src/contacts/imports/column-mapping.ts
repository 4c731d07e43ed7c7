import { importFields } from '@postrider/contracts/contacts';
import { invalidField } from '@postrider/contracts/errors';
import { z } from 'zod';

/** What a request says about columns of its file, by their names in lower case; the others are recognised by their names. */
export type ColumnMapping = ReadonlyMap<string, ColumnTarget>;

/** What a column is read as: one of `importFields` or `properties.<name>`. */
export type ColumnTarget = z.output<typeof target>;

const columnsMax = 100;
const target = z
  .templateLiteral([z.literal('properties.'), z.string().min(1).max(100)])
  .or(z.enum(importFields));
const mapping = z.record(z.string().max(200), target);

/** @param text JSON of the query @throws AppError `validation_error` */
export function readColumnMapping(text: string | undefined): ColumnMapping {
  if (text === undefined) return new Map();
  const given = mapping.safeParse(parseJson(text));
  if (!given.success || Object.keys(given.data).length > columnsMax) {
    throw invalidField(
      'columns',
      `must be a JSON object of up to ${columnsMax} columns, each with ${importFields.join(', ')} or properties.<name>`,
    );
  }
  const entries = Object.entries(given.data);
  for (const once of ['email', 'name', 'first_name', 'last_name']) {
    if (entries.filter(([, each]) => each === once).length > 1) {
      throw invalidField('columns', `only one column can be ${once}`);
    }
  }
  return new Map(entries.map(([name, each]) => [comparable(name), each]));
}

export function comparable(name: string): string {
  return name.trim().toLowerCase();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
