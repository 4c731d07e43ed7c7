import { newId } from '@postrider/contracts/ids';
import type { LateRule } from '@postrider/contracts/organizations';
import { useTestContext } from '@postrider/testkit';
import { createSender, queueMessage, type QueuedOverrides, type TestSender } from '../../test/queue-message';
import { createLateEmailsSweep } from './late-emails';

/** Half past an hour, so that no notice is the next hour's. */
const halfHour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 + 1_800_000);
const clock = { now: () => halfHour };
const newSweep = () => createLateEmailsSweep({ pool: context.servicePool, clock });

let sender: TestSender;
const context = useTestContext();
beforeEach(async () => {
  await context.pool.query(`UPDATE organizations SET late_after = '[]'`);
  await context.pool.query('DELETE FROM restorations');
  sender = await createSender(context);
});

async function setRules(rules: readonly LateRule[], of = sender): Promise<void> {
  await context.pool.query(
    `UPDATE organizations SET late_after = $2, alert_email = 'ops@shop.test' WHERE id = $1`,
    [of.organizationId, JSON.stringify(rules)],
  );
}

/** An email that was accepted so long ago and still waits. */
async function waiting(seconds: number, overrides: QueuedOverrides = {}, of = sender): Promise<string> {
  const id = await queueMessage(context, of, overrides);
  const acceptedAt = new Date(halfHour.getTime() - seconds * 1_000);
  const earlier = `${hexOf(acceptedAt.getTime())}${newId().slice(13)}`;
  for (const [table, column] of [
    ['recipients', 'message_id'],
    ['message_contents', 'message_id'],
    ['messages', 'id'],
  ] as const) {
    await context.pool.query(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, [id, earlier]);
  }
  await context.pool.query('UPDATE messages SET created_at = $2 WHERE id = $1', [earlier, acceptedAt]);
  return earlier;
}

async function lateEvents(of = sender): Promise<{ id: string; recipient: string; detail: string }[]> {
  const { rows } = await context.pool.query<{ id: string; recipient: string; detail: string }>(
    `SELECT message_id AS id, recipient, detail FROM email_events WHERE organization_id = $1 AND type = 'late' ORDER BY 1`,
    [of.organizationId],
  );
  return rows;
}
const lateIds = async (of = sender) => (await lateEvents(of)).map(({ id }) => id);

/** As a worker does: until nothing more is to be looked at. */
async function sweepAll(sweep = newSweep()): Promise<number> {
  let reported = 0;
  for (let pass = 0; pass < 20; pass += 1) {
    const result = await sweep();
    reported += result.reported;
    if (!result.hasMore) break;
  }
  return reported;
}

describe('late email', () => {
  it('is recorded once for each email, by the age of its kind', async () => {
    await setRules([
      { kind: 'code', seconds: 60 },
      { kind: null, seconds: 600 },
    ]);
    const code = await waiting(90, { kind: 'code', to: ['a@x.test', 'b@x.test'] });
    const old = await waiting(700);
    await waiting(90);
    await waiting(30, { kind: 'code' });
    expect(await sweepAll()).toBe(2);
    expect(await sweepAll()).toBe(0);
    expect(await lateEvents()).toEqual([
      { id: old, recipient: 'jane@example.test', detail: 'not handed over after 600 seconds' },
      { id: code, recipient: 'a@x.test', detail: 'not handed over after 60 seconds' },
    ]);
  });

  it('is not looked for unless the organization has set an age', async () => {
    const other = await createSender(context);
    await setRules([{ kind: null, seconds: 60 }], other);
    await waiting(900);
    const late = await waiting(900, {}, other);
    expect(await sweepAll()).toBe(1);
    expect(await lateIds()).toEqual([]);
    expect(await lateIds(other)).toEqual([late]);
  });

  it('is counted from the scheduled time, and bulk mail only if its kind is named', async () => {
    await setRules([
      { kind: null, seconds: 60 },
      { kind: 'offer', seconds: 60 },
    ]);
    await waiting(900, { scheduledAt: new Date(halfHour.getTime() - 30_000) });
    await waiting(900, { scheduledAt: new Date(halfHour.getTime() + 3_600_000) });
    await waiting(900, { lane: 'bulk' });
    const scheduled = await waiting(900, { scheduledAt: new Date(halfHour.getTime() - 90_000) });
    const offer = await waiting(900, { lane: 'bulk', kind: 'offer' });
    expect(await sweepAll()).toBe(2);
    expect((await lateIds()).toSorted()).toEqual([scheduled, offer].toSorted());
  });

  it('is neither sent mail, nor test mail, nor one of a finished recipient', async () => {
    await setRules([{ kind: null, seconds: 60 }]);
    const delivered = await waiting(900);
    await context.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [delivered]);
    await waiting(900, { mode: 'test', lane: 'test' });
    const half = await waiting(900, { to: ['done@x.test', 'open@x.test'] });
    await context.pool.query(
      `UPDATE recipients SET status = 'delivered' WHERE message_id = $1 AND ordinal = 0`,
      [half],
    );
    expect(await sweepAll()).toBe(1);
    expect(await lateEvents()).toEqual([expect.objectContaining({ id: half, recipient: 'open@x.test' })]);
  });

  it('is recorded once by workers that look at the same time, and not again for another recipient', async () => {
    await setRules([{ kind: null, seconds: 60 }]);
    const late = await waiting(900, { to: ['a@x.test', 'b@x.test'] });
    const sweeps = Array.from({ length: 4 }, newSweep);
    await Promise.all(sweeps.map((sweep) => sweepAll(sweep)));
    await context.pool.query(
      `UPDATE recipients SET status = 'failed' WHERE message_id = $1 AND ordinal = 0`,
      [late],
    );
    await sweepAll();
    expect(await lateIds()).toEqual([late]);
  });

  it('is found in a backlog of any length, a page at a time', async () => {
    await setRules([{ kind: 'code', seconds: 60 }]);
    await context.pool.query(
      `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address, subject,
         to_addresses, cc_addresses, bcc_addresses, recipient_count, status, created_at, due_at)
       SELECT overlay(gen_random_uuid()::text PLACING $2::text FROM 1 FOR 13)::uuid, $1, $1, $1, 'live', 'transactional', 'api', 'a', 'a', 's',
         '{a@x.test}', '{}', '{}', 1, 'queued', now() - interval '1 h', now()
         FROM generate_series(1, 2500)`,
      [sender.organizationId, hexOf(halfHour.getTime() - 3_600_000)],
    );
    const late = await waiting(600, { kind: 'code' });
    const sweep = newSweep();
    expect(await sweep()).toEqual({ reported: 0, hasMore: true });
    expect(await sweep()).toEqual({ reported: 0, hasMore: true });
    expect(await sweep()).toEqual({ reported: 1, hasMore: false });
    expect(await lateIds()).toEqual([late]);
  });

  it('from before a restoration is not reported again, and none is reported while one is held', async () => {
    await setRules([{ kind: null, seconds: 60 }]);
    const before = await waiting(900);
    const restore = (heldAt: Date | null) =>
      context.pool.query(
        `INSERT INTO restorations (id, found_at, reason, marks, last_message_id, held_at) VALUES ($1, now(), 'mark', '{}', $2, $3)`,
        [newId(), before, heldAt],
      );
    await restore(new Date());
    const after = await waiting(800);
    expect(await sweepAll()).toBe(1);
    expect(await lateIds()).toEqual([after]);
    await restore(null);
    await waiting(700);
    expect(await sweepAll()).toBe(0);
  });

  it('brings one notice an hour to the alert address', async () => {
    await setRules([{ kind: null, seconds: 60 }]);
    await waiting(900);
    await waiting(900);
    await sweepAll();
    await waiting(900);
    await sweepAll();
    const { rows } = await context.pool.query<{ subject: string }>(
      `SELECT subject FROM notices WHERE organization_id = $1 AND kind = 'emails_late'`,
      [sender.organizationId],
    );
    expect(rows).toEqual([{ subject: '2 emails are late' }]);
  });
});

function hexOf(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
