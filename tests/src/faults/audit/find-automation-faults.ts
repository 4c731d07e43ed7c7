import type { System } from '../../system/system';
import type { CallsOfRuns } from '../tools/automation-load';
import { problem } from './audit';

interface RunRow {
  readonly id: string;
  readonly status: string;
  readonly steps: string;
}

const wanted = 'send done, wait done, condition done, send done, webhook done';

/** Every event has one run; each took every step once, sent each mail once, and its call came under one id. */
export async function findAutomationFaults(
  { pool }: Pick<System, 'pool'>,
  options: { readonly runs: number; readonly calls: CallsOfRuns },
): Promise<string[]> {
  const { rows } = await pool.query<RunRow>(
    `SELECT r.id, r.status, (
       SELECT string_agg(s.type || ' ' || s.outcome, ', ' ORDER BY s.number) FROM automation_steps s WHERE s.run_id = r.id
     ) AS steps FROM automation_runs r`,
  );
  const mails = await pool.query<{ made: number; recorded: number; addresses: number }>(
    `SELECT
       (SELECT count(*)::int FROM messages WHERE kind = 'sequence.welcome') AS made,
       (SELECT count(DISTINCT s.message_id)::int FROM automation_steps s JOIN messages m ON m.id = s.message_id) AS recorded,
       (SELECT count(DISTINCT (m.subject, r.address_key))::int
          FROM messages m JOIN recipients r ON r.message_id = m.id WHERE m.kind = 'sequence.welcome') AS addresses`,
  );
  const { made = 0, recorded = 0, addresses = 0 } = mails.rows[0] ?? {};
  const strange = rows.filter(({ status, steps }) => status !== 'completed' || steps !== wanted);
  const idsOf = (id: string): number => new Set(options.calls.get(id)).size;
  const uncalled = rows.filter(({ id }) => idsOf(id) === 0);
  const renamed = rows.filter(({ id }) => idsOf(id) > 1);
  return [
    ...problem(Math.abs(rows.length - options.runs), 'runs more or fewer than events'),
    ...problem(
      strange.length,
      'runs did not take each step once',
      strange.map(({ id, status, steps }) => `${id} ${status}: ${steps}`),
    ),
    ...problem(Math.abs(made - 2 * options.runs), `messages of automations more or fewer than two a run`),
    ...problem(made - recorded, 'messages that no step knows'),
    ...problem(made - addresses, 'messages that a contact has twice'),
    ...problem(
      uncalled.length,
      'webhook steps that no receiver got',
      uncalled.map(({ id }) => id),
    ),
    ...problem(
      renamed.length,
      'webhook steps that came under several ids',
      renamed.map(({ id }) => id),
    ),
  ];
}
