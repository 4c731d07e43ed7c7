import { newId } from '@postrider/contracts/ids';
import { uuidV7Floor } from '@postrider/db';
import type { TestContext } from '@postrider/testkit';

export interface AskedReplay {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly since: Date;
  readonly until?: Date;
  readonly events?: readonly string[];
}

/** The row by which the API asks for a replay. @returns its id */
export async function askForReplay({ pool }: TestContext, asked: AskedReplay): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO webhook_replays (id, organization_id, endpoint_id, since, until, events, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[id, asked.organizationId, asked.endpointId, asked.since, asked.until ?? new Date()],
      ...[asked.events ?? [], uuidV7Floor(asked.since)],
    ],
  );
  return id;
}

export interface ReplayState {
  readonly status: string;
  readonly deliveries: number;
  readonly finished_at: Date | null;
}

export async function replayState({ pool }: TestContext, id: string): Promise<ReplayState> {
  const { rows } = await pool.query<ReplayState>('SELECT * FROM webhook_replays WHERE id = $1', [id]);
  if (!rows[0]) throw new Error('no replay');
  return rows[0];
}
