/** Settings of the migration command; a missing URL is an error in words, not a stack trace. */
export function readDatabaseUrl(): string | undefined {
  return process.env.DATABASE_URL || undefined;
}
