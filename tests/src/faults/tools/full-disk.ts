import type pg from 'pg';

/** Makes PostgreSQL answer 53100 (disk_full) to every write, until it is stopped. */
export interface FullDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
}

const tables = [
  ...['messages', 'message_contents', 'recipients', 'email_events', 'delivery_attempts', 'idempotency_keys'],
  ...[
    'webhook_deliveries',
    'webhook_attempts',
    'counted_events',
    'daily_counters',
    'sweep_cursors',
    'api_request_logs',
  ],
];

/**
 * A disk that is really full would stop the server for all databases; what the services see is the same: each
 * statement that writes fails with that code. Once per statement, so that it costs the load nothing.
 */
export async function prepareFullDisk(pool: pg.Pool): Promise<FullDisk> {
  await pool.query('CREATE TABLE fault_disk (is_full boolean NOT NULL)');
  await pool.query('INSERT INTO fault_disk VALUES (false)');
  await pool.query(`
    CREATE FUNCTION fault_disk_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT is_full FROM fault_disk) THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
      END IF;
      RETURN NULL;
    END $$`);
  for (const table of tables) {
    await pool.query(
      `CREATE TRIGGER fault_disk BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION fault_disk_write()`,
    );
  }
  const set = async (isFull: boolean): Promise<void> => {
    await pool.query('UPDATE fault_disk SET is_full = $1', [isFull]);
  };
  return { fill: () => set(true), free: () => set(false) };
}
