import type { NoticeKind } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { insertNotice } from '@postrider/db';
import { createDomain, createOrganization, eventually, useTestContext } from '@postrider/testkit';
import { startTestAggregator, type TestAggregator } from '../../test/start-test-aggregator';

let organizationId: string;
let platformId: string;
const platformFrom = { header: 'Postrider <alerts@platform.test>', domain: 'platform.test' };

const context = useTestContext();
beforeAll(async () => {
  platformId = (await createOrganization(context.pool)).id;
  organizationId = (await createOrganization(context.pool, { kind: 'client', plan: 'free' })).id;
});

async function leaveNotice(of = organizationId, kind: NoticeKind = 'under_review'): Promise<string> {
  const identity = newId();
  const client = await context.pool.connect();
  await client.query(`UPDATE organizations SET alert_email = 'owner@example.test' WHERE id = $1`, [of]);
  await insertNotice(client, {
    organizationId: of,
    kind,
    subject: 'Mind this',
    text: 'It is so.',
    identity,
  });
  client.release();
  return identity;
}

async function read(identity: string) {
  const { rows } = await context.pool.query<{
    id: string;
    sent_at: Date | null;
    attempts: number;
    message_id: string;
    next_attempt_at: Date;
  }>('SELECT id, sent_at, attempts, message_id, next_attempt_at FROM notices WHERE identity = $1', [
    identity,
  ]);
  const [row] = rows;
  if (!row) throw new Error('no notice');
  return row;
}

async function withAggregator(work: (aggregator: TestAggregator) => Promise<void>, from = platformFrom) {
  const aggregator = await startTestAggregator(context, { noticesIntervalMs: 30, platformFrom: from });
  try {
    await work(aggregator);
  } finally {
    await aggregator.close();
  }
}

it('waits, without using up its attempts, while the platform has no verified domain to send from', async () => {
  const identity = await leaveNotice();
  const pending = await createDomain(context.pool, {
    organizationId: platformId,
    name: 'pending.test',
    status: 'pending',
  });
  const clients = await createDomain(context.pool, { organizationId, name: 'client.test' });
  for (const domain of [pending.name, clients.name, 'unknown.test']) {
    let looked = 0;
    const aggregator = await startTestAggregator(context, {
      noticesIntervalMs: 20,
      platformFrom: { header: `alerts@${domain}`, domain },
      clock: { now: () => ((looked += 1), new Date()) },
    });
    await eventually(() => looked >= 3);
    await aggregator.close();
  }
  expect(await read(identity)).toMatchObject({ sent_at: null, attempts: 0 });
});

describe('with a verified domain', () => {
  beforeAll(() => createDomain(context.pool, { organizationId: platformId, name: platformFrom.domain }));

  it('becomes one accepted message of the platform to the alert address, by many replicas', async () => {
    const identity = await leaveNotice();
    await withAggregator(() =>
      withAggregator(async () => {
        await eventually(async () => (await read(identity)).sent_at !== null);
      }),
    );
    const { id, message_id: messageId } = await read(identity);
    const { rows } = await context.pool.query(
      `SELECT m.id, m.organization_id, m.kind, m.from_header, m.to_addresses, m.subject, m.mode, c.text, c.headers
       FROM messages m JOIN message_contents c ON c.message_id = m.id
       JOIN idempotency_keys k ON k.message_id = m.id WHERE k.key = $1`,
      [`notice:${id}`],
    );
    expect(rows).toEqual([
      {
        id: messageId,
        organization_id: platformId,
        kind: 'platform.notice',
        from_header: platformFrom.header,
        to_addresses: ['owner@example.test'],
        subject: 'Mind this',
        mode: 'live',
        text: 'It is so.',
        headers: { 'Auto-Submitted': 'auto-generated' },
      },
    ]);
  });

  it('is not sent twice when its record was lost after acceptance', async () => {
    const identity = await leaveNotice();
    await withAggregator(async () => {
      await eventually(async () => (await read(identity)).sent_at !== null);
      const { message_id: first } = await read(identity);
      await context.pool.query(
        'UPDATE notices SET sent_at = NULL, message_id = NULL, next_attempt_at = now() WHERE identity = $1',
        [identity],
      );
      await eventually(async () => (await read(identity)).sent_at !== null);
      expect((await read(identity)).message_id).toBe(first);
    });
  });

  it('goes to an address 50 times a day for an organization, and waits beyond that', async () => {
    const { id: other } = await createOrganization(context.pool, { kind: 'client' });
    await context.pool.query(
      `INSERT INTO platform_mails (id, kind, organization_id, mailbox_hash, created_at)
       SELECT gen_random_uuid(), 'notice', $1, sha256(n::text::bytea), now() FROM generate_series(1, 48) n`,
      [other],
    );
    const notices = await Promise.all(Array.from({ length: 5 }, () => leaveNotice(other)));
    const sent = async () => (await Promise.all(notices.map(read))).filter(({ sent_at: at }) => at !== null);
    await withAggregator(async () => {
      await eventually(async () =>
        (await Promise.all(notices.map(read))).every(({ attempts: tries }) => tries === 1),
      );
    });
    expect(await sent()).toHaveLength(2);
    await context.pool.query('DELETE FROM platform_mails WHERE organization_id = $1', [other]);
    await context.pool.query('UPDATE notices SET next_attempt_at = now() WHERE organization_id = $1', [
      other,
    ]);
    await withAggregator(async () => {
      await eventually(async () => (await sent()).length === 5);
    });
  });

  it('waits during a pause if the organization can cause it at will, and reports the pause itself', async () => {
    const { id: paused } = await createOrganization(context.pool, {
      ...{ kind: 'client', sendingPausedAt: new Date() },
    });
    const [own, report] = [
      await leaveNotice(paused, 'webhook_disabled'),
      await leaveNotice(paused, 'sending_paused'),
    ];
    await withAggregator(async () => {
      await eventually(async () => (await read(report)).sent_at !== null);
      await eventually(async () => (await read(own)).attempts === 1);
      expect((await read(own)).sent_at).toBeNull();
      await context.pool.query('UPDATE organizations SET sending_paused_at = NULL WHERE id = $1', [paused]);
      await context.pool.query('UPDATE notices SET next_attempt_at = now() WHERE organization_id = $1', [
        paused,
      ]);
      await eventually(async () => (await read(own)).sent_at !== null);
    });
  });

  it('is tried again ever later while it is refused, and given up in the end', async () => {
    await context.pool.query('UPDATE organizations SET sending_paused_at = now() WHERE id = $1', [
      platformId,
    ]);
    const identity = await leaveNotice();
    await withAggregator(async () => {
      await eventually(async () => (await read(identity)).attempts === 1);
      const { next_attempt_at: nextAt } = await read(identity);
      expect(nextAt.getTime()).toBeGreaterThan(Date.now());
      await context.pool.query(
        'UPDATE notices SET attempts = 9, next_attempt_at = now() WHERE identity = $1',
        [identity],
      );
      await eventually(async () => (await read(identity)).attempts === 10);
      // Taken once the last attempt is over.
      const next = await leaveNotice();
      await eventually(async () => (await read(next)).attempts === 1);
      await context.pool.query('UPDATE notices SET next_attempt_at = now() WHERE identity = $1', [identity]);
      await context.pool.query('UPDATE organizations SET sending_paused_at = NULL WHERE id = $1', [
        platformId,
      ]);
      const later = await leaveNotice();
      await eventually(async () => (await read(later)).sent_at !== null);
    });
    expect(await read(identity)).toMatchObject({ sent_at: null, attempts: 10 });
  });
});
