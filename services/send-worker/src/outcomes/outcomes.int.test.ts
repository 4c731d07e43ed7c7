import { newId } from '@postrider/contracts/ids';
import { createDatabase, type Database } from '@postrider/db';
import { createTestContext, type TestContext } from '@postrider/testkit';
import { beginAttempts } from '../delivery/attempts.repository';
import type { ClaimedMessage } from '../claims/claimed-message';
import { claimDue } from '../../test/claim-due';
import { createSender, queueMessage, readMessage, type TestSender } from '../../test/queue-message';
import { openGate } from '../../test/open-gate';
import type { SendGate } from '../restorations/send-gate';
import {
  plainEvent,
  type MessageOutcome,
  type RecipientOutcome,
  type RecipientStatus,
} from './message-outcome';
import { recordOutcomes } from './outcomes.repository';

let context: TestContext;
let gate: SendGate;
let database: Database;
let sender: TestSender;
const workerId = newId();

beforeAll(async () => {
  context = await createTestContext();
  database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'outcomes test',
    plansOnce: true,
    onConnectionError: () => undefined,
  });
  gate = await openGate(database.pool);
  sender = await createSender(context);
});
afterAll(async () => {
  await database.close();
  await context.close();
});

async function claim(id: string, by = sender): Promise<ClaimedMessage> {
  const messages = await claimDue(database.pool, by.organizationId, { workerId });
  const message = messages.find((each) => each.id === id);
  if (!message) throw new Error('not claimed');
  return message;
}

async function claimed(recipients = 1, by = sender): Promise<ClaimedMessage> {
  const to = Array.from({ length: recipients }, (_, index) => `r${index}@x.test`);
  const attachments = [{ filename: 'a.bin', content: Buffer.from('abc') }];
  const id = await queueMessage(context, by, { to, metadata: { order: '7' }, attachments });
  return claim(id, by);
}

function recipient(ordinal: number, status: RecipientStatus, overrides: Partial<RecipientOutcome> = {}) {
  return {
    ordinal,
    address: `r${ordinal}@x.test`,
    at: new Date(),
    status,
    bounceType: null,
    detail: null,
    provider: 'example',
    attempt: null,
    suppression: null,
    events: status === 'queued' ? [] : [plainEvent('sent', 'smtp')],
    ...overrides,
  };
}

function outcome(
  message: ClaimedMessage,
  recipients: RecipientOutcome[],
  dueAt: Date | null = null,
): MessageOutcome {
  return { message, recipients, messageIdHeader: null, roundEnd: { dueAt, isCounted: true } };
}

const record = (outcomes: readonly MessageOutcome[]) => recordOutcomes(database.pool, { outcomes, workerId });

describe('the age of a message', () => {
  it.each([1, 2])(
    'counts from the claim whose outcome was recorded first, of %d recipients',
    async (count) => {
      const message = await claimed(count);
      const deferred = Array.from({ length: count }, (_, ordinal) => recipient(ordinal, 'queued'));
      await record([outcome(message, deferred, new Date())]);
      const again = await claim(message.id);
      expect(again).toMatchObject({ round: 2, firstAttemptAt: message.firstAttemptAt });
      const delivered = deferred.map(({ ordinal }) => recipient(ordinal, 'delivered'));
      await record([outcome(again, delivered)]);
      const { rows } = await context.pool.query<{ first: Date }>(
        'SELECT first_attempt_at AS first FROM messages WHERE id = $1',
        [message.id],
      );
      expect(rows).toEqual([{ first: message.firstAttemptAt }]);
    },
  );

  it('of one that is sent at once is recorded with its end', async () => {
    const message = await claimed();
    await record([outcome(message, [recipient(0, 'delivered')])]);
    const stored = await readMessage(context, message.id);
    expect(stored).toMatchObject({ status: 'delivered', first_attempt_at: message.firstAttemptAt });
  });
});

describe('a try', () => {
  const phases = [30, null, 20, 300] as const;
  const ended = {
    ...{ replyCode: 450, reply: '450 busy', conversation: 'C: MAIL', providerMessageId: null, phases },
  };
  const unwritten = {
    destination: 'mx.test',
    sourceAddress: '192.0.2.7',
    transport: 'relay',
    tls: null,
    startedAt: new Date(),
  };

  it.each([1, 2])(
    'that ended before the message could leave is written as a whole, once, of %d recipients',
    async (count) => {
      const message = await claimed(count);
      const attempt = { ...ended, result: 'bounced', unwritten } as const;
      const results = [outcome(message, [recipient(0, 'bounced', { attempt })])];
      await record(results);
      await record(results);
      const { attempts } = await readMessage(context, message.id);
      expect(attempts).toEqual([
        expect.objectContaining({
          ...{ ordinal: 0, round: 1, worker_id: workerId, destination: 'mx.test', result: 'bounced' },
          ...{
            source_address: '192.0.2.7',
            transport: 'relay',
            conversation: 'C: MAIL',
            reply: '450 busy',
            reply_code: 450,
            phases: [...phases],
          },
        }),
      ]);
    },
  );

  it('that had begun is closed, with what a provider calls the mail', async () => {
    const message = await claimed();
    const begun = {
      messageId: message.id,
      ordinal: 0,
      round: 1,
      destination: 'ses',
      sourceAddress: null,
      transport: 'ses',
      tls: null,
    };
    await beginAttempts(database.pool, { transactions: [[begun]], workerId, gate });
    const accepted = { ...ended, result: 'accepted', conversation: null, unwritten: null } as const;
    const attempt = { ...accepted, providerMessageId: 'p-1' };
    const header = '<p-1@eu-west-1.amazonses.com>';
    await record([{ ...outcome(message, [recipient(0, 'sent', { attempt })]), messageIdHeader: header }]);
    expect(await readMessage(context, message.id)).toMatchObject({
      message_id_header: header,
      attempts: [
        {
          ...{ result: 'accepted', provider_message_id: 'p-1', conversation: null, destination: 'ses' },
          phases: [...phases],
        },
      ],
    });
  });
});

describe('the status of a message', () => {
  it.each<[RecipientStatus[], string]>([
    [['delivered'], 'delivered'],
    [['sent', 'delivered'], 'sent'],
    [['delivered', 'unconfirmed', 'sent'], 'unconfirmed'],
    [['failed', 'unconfirmed'], 'failed'],
    [['bounced', 'failed', 'delivered'], 'bounced'],
    [['complained', 'bounced'], 'complained'],
    [['delivered', 'queued', 'bounced'], 'queued'],
  ])('of recipients %j is %s', async (statuses, expected) => {
    const message = await claimed(statuses.length);
    await record([
      outcome(
        message,
        statuses.map((status, index) => recipient(index, status)),
        new Date(),
      ),
    ]);
    const stored = await readMessage(context, message.id);
    expect(stored.status).toBe(expected);
    expect(stored.final_at === null).toBe(expected === 'queued');
    expect(stored.lease_until).toBeNull();
  });

  it('stays sending while recipients are in hand', async () => {
    const message = await claimed(2);
    await record([{ ...outcome(message, [recipient(0, 'delivered')]), roundEnd: null }]);
    expect(await readMessage(context, message.id)).toMatchObject({ status: 'sending' });
  });

  it('ignores recipients that were suppressed at acceptance', async () => {
    const message = await claimed(2);
    await context.pool.query(
      `UPDATE recipients SET status = 'suppressed' WHERE message_id = $1 AND ordinal = 1`,
      [message.id],
    );
    await record([outcome(message, [recipient(0, 'delivered')])]);
    expect(await readMessage(context, message.id)).toMatchObject({ status: 'delivered' });
  });
});

describe('content that is kept for 0 days', () => {
  const contentOf = async ({ id }: ClaimedMessage): Promise<unknown> => {
    const { rows } = await context.pool.query(
      `SELECT (SELECT count(*)::int FROM message_contents WHERE message_id = $1) AS contents, filename, size, content
       FROM message_attachments WHERE message_id = $1`,
      [id],
    );
    return rows[0];
  };
  const kept = { contents: 1, filename: 'a.bin', size: 3, content: 'YWJj' };
  const gone = { contents: 0, filename: 'a.bin', size: 3, content: null };

  it('is deleted together with the outcome that makes the message final, not before', async () => {
    const keepsNothing = await createSender(context, { bodyRetentionDays: 0 });
    const message = await claimed(2, keepsNothing);
    await record([outcome(message, [recipient(0, 'delivered'), recipient(1, 'queued')], new Date())]);
    expect(await contentOf(message)).toEqual(kept);

    const events = await record([outcome(message, [recipient(1, 'bounced')])]);
    expect(await contentOf(message)).toEqual(gone);
    expect(events.map((event) => event.message.metadata)).toEqual([{ order: '7' }]);
  });

  it.each([1, 2])(
    'is deleted with the final outcome where the email asks for it (%i recipients)',
    async (count) => {
      const asked = await claimed(count);
      const other = await claimed(count);
      await context.pool.query('UPDATE messages SET keep_content = false WHERE id = $1', [asked.id]);
      const delivered = Array.from({ length: count }, (_, ordinal) => recipient(ordinal, 'delivered'));
      await record([asked, other].map((message) => outcome(message, delivered)));
      expect(await contentOf(asked)).toEqual(gone);
      expect(await contentOf(other)).toEqual(kept);
    },
  );

  it('of one organization takes nothing from another in the same transaction', async () => {
    const keepsNothing = await createSender(context, { bodyRetentionDays: 0 });
    const [unkept, other] = await Promise.all([claimed(1, keepsNothing), claimed()]);
    await record([unkept, other].map((message) => outcome(message, [recipient(0, 'delivered')])));
    expect(await contentOf(unkept)).toEqual(gone);
    expect(await contentOf(other)).toEqual(kept);
  });
});

describe('recording', () => {
  it('twice writes events once, and reports only new ones', async () => {
    const message = await claimed();
    const result = outcome(message, [recipient(0, 'delivered')]);
    await expect(record([result])).resolves.toHaveLength(1);
    await expect(record([result])).resolves.toHaveLength(0);
    expect((await readMessage(context, message.id)).events).toHaveLength(1);
  });

  it('never moves a recipient backwards', async () => {
    const message = await claimed();
    await record([outcome(message, [recipient(0, 'bounced')])]);
    await record([outcome(message, [recipient(0, 'delivered')])]);
    await record([outcome(message, [recipient(0, 'queued')], new Date())]);
    expect(await readMessage(context, message.id)).toMatchObject({
      status: 'bounced',
      recipients: [expect.objectContaining({ status: 'bounced' })],
    });
  });

  it('resolves what was unconfirmed', async () => {
    const message = await claimed();
    await record([outcome(message, [recipient(0, 'unconfirmed', { events: [] })])]);
    await record([outcome(message, [recipient(0, 'delivered')])]);
    expect(await readMessage(context, message.id)).toMatchObject({ status: 'delivered' });
  });

  it('of a message that another worker holds by now does not release it', async () => {
    const message = await claimed();
    await context.pool.query('UPDATE messages SET lease_owner = $2, rounds = 2 WHERE id = $1', [
      message.id,
      newId(),
    ]);
    await record([outcome(message, [], new Date())]);
    const stored = await readMessage(context, message.id);
    expect(stored).toMatchObject({ status: 'sending', rounds: 2 });
    expect(stored.lease_until).not.toBeNull();
  });

  it('of a delivery round that was taken away leaves the one that the same worker holds now alone', async () => {
    const message = await claimed();
    await context.pool.query('UPDATE messages SET rounds = 2 WHERE id = $1', [message.id]);
    await record([{ ...outcome(message, []), roundEnd: { dueAt: new Date(), isCounted: false } }]);
    const stored = await readMessage(context, message.id);
    expect(stored).toMatchObject({ status: 'sending', rounds: 2 });
    expect(stored.lease_until).not.toBeNull();
  });

  it('of a delivery round that tried nothing does not count it', async () => {
    const message = await claimed();
    const dueAt = new Date(Date.now() + 5_000);
    await record([{ ...outcome(message, []), roundEnd: { dueAt, isCounted: false } }]);
    expect(await readMessage(context, message.id)).toMatchObject({
      status: 'queued',
      rounds: 0,
      due_at: dueAt,
    });
  });

  it('of recipients of one message at once, by several transactions, ends in the right status', async () => {
    const message = await claimed(8);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        record([{ ...outcome(message, [recipient(index, 'delivered')]), roundEnd: null }]),
      ),
    );
    expect(await readMessage(context, message.id)).toMatchObject({ status: 'delivered' });
  });

  it('replaces a manual suppression by the hard bounce, and leaves a complaint', async () => {
    const message = await claimed(2);
    for (const [email, reason] of [
      ['r0@x.test', 'manual'],
      ['r1@x.test', 'complaint'],
    ]) {
      await context.pool.query(
        `INSERT INTO suppressions (id, organization_id, email, reason, expires_at)
         VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
        [newId(), message.organizationId, email, reason],
      );
    }
    await record([
      outcome(message, [
        recipient(0, 'bounced', { suppression: 'hard_bounce' }),
        recipient(1, 'bounced', { suppression: 'hard_bounce' }),
      ]),
    ]);
    const { rows } = await context.pool.query(
      'SELECT email, reason, expires_at IS NULL AS lasting FROM suppressions WHERE organization_id = $1 ORDER BY email',
      [message.organizationId],
    );
    expect(rows).toEqual([
      { email: 'r0@x.test', reason: 'hard_bounce', lasting: true },
      { email: 'r1@x.test', reason: 'complaint', lasting: true },
    ]);
  });
});
