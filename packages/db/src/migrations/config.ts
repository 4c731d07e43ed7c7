import { databaseSettings, readSettings } from '@postrider/runtime';

/** @throws SettingsError when it is missing or no URL of PostgreSQL */
export function readDatabaseUrl(): string {
  return readSettings(databaseSettings, process.env).DATABASE_URL;
}
