import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import type { System } from '../../system/system';

/** All that is held after a restoration and was accepted within the hour. */
export const heldAsRestored = (): readonly string[] => [
  ...['--since', new Date(Date.now() - 3_600_000).toISOString()],
  ...['--held-as', 'restored'],
];

/** The operator's command `messages`. @returns of how many messages it was */
export async function changeMessages({ settings }: System, ...args: readonly string[]): Promise<number> {
  const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--json', 'messages', ...args], {
    env: settings,
  });
  const rows = JSON.parse(stdout) as { messages: number; result: string }[];
  return rows.reduce((sum, { messages, result }) => sum + (result === 'on the wire' ? 0 : messages), 0);
}

export async function heldIds({ pool }: System): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT message_id AS id FROM message_holds WHERE reason = 'restored'`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The operator fails what is still held.
 * @param acknowledged messages that were accepted before the database went back
 * @returns those that it does not know any more, and those that were failed
 */
export async function failRestored(
  system: System,
  acknowledged: readonly string[],
): Promise<{ readonly forgotten: ReadonlySet<string>; readonly failed: ReadonlySet<string> }> {
  const failed = await heldIds(system);
  const reason = 'sent before the database was restored';
  await changeMessages(system, 'fail', ...heldAsRestored(), '--reason', reason);
  const { rows } = await system.pool.query<{ id: string }>(
    'SELECT id FROM messages WHERE id = ANY($1::uuid[])',
    [acknowledged],
  );
  const known = new Set(rows.map(({ id }) => id));
  return { failed, forgotten: new Set(acknowledged.filter((id) => !known.has(id))) };
}
