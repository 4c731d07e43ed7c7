import { engineRefusal, SettingsError } from '@postrider/runtime';
import { sqlState } from '@postrider/runtime';

/** Undefined table, undefined column: the code is newer than the schema. */
const schemaStates = new Set(['42P01', '42703']);

/** What the operator has to put right before this database can be used: wrong credentials, or no schema; else null. */
export function databaseRefusal(error: unknown, url: string): SettingsError | null {
  const refusal = engineRefusal({ name: 'PostgreSQL', setting: 'DATABASE_URL', url }, error);
  if (refusal !== null) return new SettingsError([refusal]);
  return schemaStates.has(sqlState(error) ?? '')
    ? schemaMissing('does not have the tables of this version')
    : null;
}

export function schemaMissing(what: string): SettingsError {
  return new SettingsError([
    `DATABASE_URL: the database ${what}; run the migrations first (packages/db/dist/migrations/migrate.cli.js)`,
  ]);
}
