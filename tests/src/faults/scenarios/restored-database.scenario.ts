import { eventually } from '@postrider/testkit';
import type { System } from '../../system/system';
import type { FaultHarness, Scenario, StrikeResult } from '../scenario';
import { backUpDatabase, type DatabaseBackup } from '../tools/database-backup';
import { deleteQueues } from '../tools/delete-queues';
import { changeMessages, failRestored, heldAsRestored, heldIds } from '../tools/fail-restored';

/** Its mailboxes are busy until the backup is restored: of all that the backup has queued, this alone has not been sent since. */
const busyDomain = 'site7.recipients.test';
const worker = 'send-worker-1';
const heldTimeoutMs = 60_000;

let backup: DatabaseBackup | undefined;

export const restoredDatabase: Scenario = {
  name: 'restored-database',
  promise:
    'an older backup restored under load: what was due is held and not sent again, the operator releases what never left, new mail is sent',
  clientErrors: 'allowed',
  strike: async (harness) => {
    const { load, system, mailServer } = harness;
    mailServer(({ moment, to }) =>
      moment === 'rcpt' && to.some((address) => address.endsWith(`@${busyDomain}`))
        ? { kind: 'reject', at: 'rcpt', code: 450, text: '4.2.1 mailbox busy' }
        : { kind: 'accept' },
    );
    await load.reaches(0.15);
    await system.processes.stop(worker);
    await load.reaches(0.3);
    // Nothing is sent meanwhile: the backup has all of them as they are here.
    const queued = await queuedIds(system);
    backup = await backUpDatabase(system.context.databaseUrl);
    await system.processes.start(worker);
    await load.reaches(0.5);
    await sends(system, queued);
    await system.processes.stop(...system.processes.all.map(({ name }) => name));
    const acknowledged = load.accepted.map(({ id }) => id);
    await backup.restore();
    await deleteQueues(system.context.amqpUrl);
    mailServer({ kind: 'accept' });
    await system.processes.start(...system.processes.all.map(({ name }) => name));
    await holds(system);
    return judge(harness, { queued, acknowledged });
  },
  cleanUp: async () => {
    await backup?.delete();
    backup = undefined;
  },
};

async function queuedIds({ pool }: System): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM messages WHERE status = 'queued'`);
  return rows.map(({ id }) => id);
}

/** All but those for the busy domain have left. */
async function sends({ pool }: System, ids: readonly string[]): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query(
        `SELECT FROM messages m JOIN recipients r ON r.message_id = m.id
         WHERE m.id = ANY($1::uuid[]) AND r.status = 'queued' AND r.address NOT LIKE '%@' || $2 LIMIT 1`,
        [ids, busyDomain],
      );
      return rows.length === 0;
    },
    { timeoutMs: heldTimeoutMs, what: 'what the backup has queued, sent' },
  );
}

async function holds({ pool }: System): Promise<void> {
  await eventually(
    async () => (await pool.query(`SELECT FROM restorations WHERE held_at IS NOT NULL`)).rowCount === 1,
    { timeoutMs: heldTimeoutMs, what: 'a restoration with everything held' },
  );
}

async function judge(
  { system }: FaultHarness,
  { queued, acknowledged }: { readonly queued: readonly string[]; readonly acknowledged: readonly string[] },
): Promise<StrikeResult> {
  const held = await heldIds(system);
  const free = queued.filter((id) => !held.has(id));
  const busy = ['release', ...heldAsRestored(), '--recipient-domain', busyDomain];
  const wouldRelease = await changeMessages(system, ...busy, '--dry-run');
  const released = await changeMessages(system, ...busy);
  const problems = [
    ...(queued.length === 0 ? ['the backup had nothing queued: nothing was shown'] : []),
    ...(free.length > 0 ? [`${free.length} messages that were due are not held (${free[0]})`] : []),
    ...(released === 0 || released !== wouldRelease
      ? [`${released} released, ${wouldRelease} in the dry run`]
      : []),
  ];
  return {
    ...(await failRestored(system, acknowledged)),
    problems,
    detail: `${held.size} held, ${released} of them released that had never left, the rest failed`,
  };
}
