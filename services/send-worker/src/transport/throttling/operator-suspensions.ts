import type { Pool } from '@postrider/db';
import { errorCode, type Clock, type Logger } from '@postrider/runtime';
import type { Suspended } from '../budgets/suspended';

interface SiteAndSource {
  readonly site: string;
  readonly source: { readonly address: string } | null;
}

/** Sites that operators have suspended, as Postgres said a moment ago. */
export interface OperatorSuspensions {
  of(to: SiteAndSource): Suspended | undefined;
  close(): Promise<void>;
}

interface Row {
  readonly site: string;
  readonly source: string | null;
  readonly reason: string;
  readonly until: Date | null;
}

const readEveryMs = 3_000;
/** Mail for a site without an end of its suspension is looked at again so often, that a resumed site gets it soon. */
const lookAgainMs = 300_000;

/** Without Postgres the last that was read counts: nothing could be claimed meanwhile either. */
export function startOperatorSuspensions(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when they change. */
  readonly changed: () => void;
}): OperatorSuspensions {
  const { pool, clock, log, changed } = options;
  let rows: readonly Row[] = [];
  let known = '';
  let reading = Promise.resolve();

  const read = async (): Promise<void> => {
    try {
      rows = await readSuspensions(pool);
      const text = JSON.stringify(rows);
      if (text !== known) changed();
      known = text;
    } catch (error) {
      log.debug({ code: errorCode(error) }, 'suspensions by operators could not be read');
    }
  };
  reading = read();
  const timer = setInterval(() => {
    reading = reading.then(read);
  }, readEveryMs);
  timer.unref();

  return {
    of: ({ site, source }) => {
      const now = clock.now();
      const row = rows.find(
        (each) =>
          each.site === site &&
          (each.source === null || each.source === source?.address) &&
          (each.until === null || each.until > now),
      );
      if (!row) return undefined;
      const lookAgain = now.getTime() + lookAgainMs;
      const until = new Date(Math.min(row.until?.getTime() ?? lookAgain, lookAgain));
      return { until, failureClass: 'platform', reason: `suspended by the operator: ${row.reason}` };
    },
    close: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}

async function readSuspensions(pool: Pool): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>({
    name: 'throttling.read-suspensions',
    text: `SELECT site, source, reason, until FROM site_suspensions WHERE until IS NULL OR until > now() ORDER BY id`,
    values: [],
  });
  return rows;
}
