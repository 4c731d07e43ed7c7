import type { EmailStatus } from '@postrider/contracts/statuses';
import { eventually, deliveryReport } from '@postrider/testkit';
import { bounceOf, startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { lines, returnPathOf } from '../../test/inbound-mails';
import { createSender } from '../../test/queue-message';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterEach(() => harness.context.pool.query('DELETE FROM suppressions'));
afterAll(() => harness.close());

const typesOf = async (id: string) => (await harness.read(id)).events.map(({ type }) => type);

describe('a bounce report', () => {
  it('lowers what was delivered, with an event, a suppression and no octets left', async () => {
    const id = await harness.sent('delivered', { metadata: { order: '7' } });
    const spoolId = await harness.receive(bounceOf(id));
    expect(await harness.settled(spoolId)).toEqual({
      status: 'processed',
      result: 'bounce',
      attempts: 1,
      kept: false,
    });
    const message = await harness.read(id);
    expect(message).toMatchObject({
      status: 'bounced',
      recipients: [
        { status: 'bounced', bounce_type: 'hard', detail: expect.stringContaining('No such user') as string },
      ],
      events: [
        { type: 'bounced', bounce_type: 'hard', failure_class: 'recipient', recipient: 'jane@example.test' },
      ],
    });
    expect(await harness.suppressions()).toEqual([
      { email: 'jane@example.test', reason: 'hard_bounce', source_email_id: id },
    ]);
  });

  it.each<[EmailStatus, EmailStatus]>([
    ['sent', 'bounced'],
    ['unconfirmed', 'bounced'],
    ['queued', 'bounced'],
    ['complained', 'complained'],
    ['failed', 'failed'],
  ])('finds %s and leaves %s', async (before, after) => {
    const id = await harness.sent(before);
    await harness.resultOf(bounceOf(id));
    const message = await harness.read(id);
    expect([message.status, message.recipients[0]?.status]).toEqual([after, after]);
    expect(message.final_at).not.toBeNull();
    expect(message.events).toHaveLength(before === after ? 0 : 1);
  });

  it('is one event, however often it comes', async () => {
    const id = await harness.sent();
    expect(await harness.resultOf(bounceOf(id))).toBe('bounce');
    expect(await harness.resultOf(bounceOf(id))).toBe('no_change');
    expect(await typesOf(id)).toEqual(['bounced']);
  });

  it('with a soft reason suppresses no address', async () => {
    const id = await harness.sent();
    const raw = deliveryReport({ status: '5.2.2', diagnostic: '552 5.2.2 mailbox full' });
    await harness.resultOf({ recipients: [returnPathOf(id)], raw });
    expect((await harness.read(id)).events).toMatchObject([{ bounce_type: 'soft', failure_class: 'full' }]);
    expect(await harness.suppressions()).toEqual([]);
  });

  it('is about the recipient of its token, and about no other that it names', async () => {
    const id = await harness.sent('delivered', { to: ['ada@example.test', 'grace@example.test'] });
    const raw = deliveryReport({ recipient: 'grace@example.test' });
    expect(await harness.resultOf({ recipients: [returnPathOf(id, 0)], raw })).toBe('other_recipient');
    expect((await harness.read(id)).recipients.map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
    ]);

    const both = deliveryReport({ recipient: 'grace@example.test' }, { recipient: 'ADA@example.test' });
    expect(await harness.resultOf({ recipients: [returnPathOf(id, 0)], raw: both })).toBe('bounce');
    const message = await harness.read(id);
    expect(message.recipients.map(({ status }) => status)).toEqual(['bounced', 'delivered']);
    expect(message.status).toBe('bounced');
    expect(await harness.suppressions()).toMatchObject([{ email: 'ada@example.test' }]);
  });

  it('about an address that the mail was passed on to is a bounce, and no reason to suppress', async () => {
    const id = await harness.sent();
    const raw = deliveryReport({ recipient: 'former.colleague@elsewhere.example' });
    expect(await harness.resultOf({ recipients: [returnPathOf(id)], raw })).toBe('bounce');
    expect((await harness.read(id)).events).toMatchObject([{ type: 'bounced', bounce_type: 'undetermined' }]);
    expect(await harness.suppressions()).toEqual([]);
  });

  it('that hides its recipient, or has renamed its domain, is about the token’s', async () => {
    const [hidden, renamed] = [await harness.sent(), await harness.sent()];
    const raw = (recipient: string | null) => deliveryReport({ recipient });
    await harness.resultOf({ recipients: [returnPathOf(hidden)], raw: raw(null) });
    await harness.resultOf({ recipients: [returnPathOf(renamed)], raw: raw('jane@tenant.mail.example') });
    for (const id of [hidden, renamed]) {
      expect((await harness.read(id)).events).toMatchObject([{ type: 'bounced', bounce_type: 'hard' }]);
    }
  });

  it('of several recipients’ return paths settles each', async () => {
    const id = await harness.sent('delivered', { to: ['ada@example.test', 'grace@example.test'] });
    const raw = deliveryReport({ recipient: 'ada@example.test' }, { recipient: 'grace@example.test' });
    await harness.resultOf({ recipients: [returnPathOf(id, 0), returnPathOf(id, 1)], raw });
    expect((await harness.read(id)).recipients.map(({ status }) => status)).toEqual(['bounced', 'bounced']);
  });

  it('for a test message, for a message that there is no more, and for a forged token changes nothing', async () => {
    const id = await harness.sent('delivered', { mode: 'test' });
    expect(await harness.resultOf(bounceOf(id))).toBe('test_mode');
    expect(await harness.read(id)).toMatchObject({ status: 'delivered', events: [] });
    const gone = '019a8f00-1234-7abc-8def-0123456789ab';
    expect(await harness.resultOf(bounceOf(gone))).toBe('unknown_recipient');
    const forged = returnPathOf(id).replace(/^b\+../, 'b+zz');
    expect(await harness.resultOf({ recipients: [forged], raw: deliveryReport({}) })).toBe('forged');
    expect(await harness.suppressions()).toEqual([]);
  });

  it('deletes at once what an organization does not keep, when it settles a message', async () => {
    const sender = await createSender(harness.context, { bodyRetentionDays: 0 });
    const id = await harness.sent('queued', { sender });
    expect(await harness.resultOf(bounceOf(id))).toBe('bounce');
    const { rows } = await harness.context.pool.query(
      'SELECT 1 FROM message_contents WHERE message_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe('a delay', () => {
  it('is an event a day and changes no status', async () => {
    const id = await harness.sent('sent');
    const raw = deliveryReport({ action: 'delayed', status: '4.4.1', diagnostic: '421 4.4.1 no answer' });
    const on = (day: number) => ({
      recipients: [returnPathOf(id)],
      raw,
      receivedAt: new Date(Date.UTC(2030, 0, day)),
    });
    expect(await harness.resultOf(on(1))).toBe('delay');
    expect(await harness.resultOf(on(1))).toBe('no_change');
    for (const day of [2, 3, 4, 5, 6, 7]) await harness.resultOf(on(day));
    expect(await typesOf(id)).toEqual(Array(5).fill('delivery_delayed'));
    expect(await harness.read(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'sent' }] });
  });
});

describe('a delivery', () => {
  it.each<{ before: EmailStatus; action: 'delivered' | 'relayed'; after: EmailStatus; events: number }>([
    { before: 'sent', action: 'delivered', after: 'delivered', events: 1 },
    { before: 'unconfirmed', action: 'relayed', after: 'delivered', events: 1 },
    { before: 'bounced', action: 'delivered', after: 'bounced', events: 0 },
    { before: 'queued', action: 'delivered', after: 'queued', events: 0 },
  ])('that finds $before and reports $action leaves $after', async ({ before, action, after, events }) => {
    const id = await harness.sent(before);
    const raw = deliveryReport({ action, status: '2.0.0', diagnostic: '250 ok' });
    await harness.resultOf({ recipients: [returnPathOf(id)], raw });
    const message = await harness.read(id);
    expect([message.status, message.events.length]).toEqual([after, events]);
  });
});

describe('what is no report', () => {
  it.each([
    [
      'an absence note',
      'auto-reply',
      lines('Auto-Submitted: auto-replied', 'Subject: Away', '', '550 5.1.1 user unknown'),
    ],
    [
      'a person',
      'unrecognised',
      lines('From: ada@example.test', 'Subject: Re: Your order', '', 'Please call me.'),
    ],
    ['nothing at all', 'unrecognised', ''],
  ])('%s is recorded as %s', async (_, result, raw) => {
    const id = await harness.sent();
    expect(await harness.resultOf({ recipients: [returnPathOf(id)], raw })).toBe(result);
    expect(await harness.read(id)).toMatchObject({ status: 'delivered', events: [] });
  });
});

it('a report that comes before the server’s answer is recorded waits for it', async () => {
  const id = await harness.sent('queued');
  await harness.context.pool.query(
    `UPDATE messages SET status = 'sending', lease_until = now() + interval '1 hour' WHERE id = $1`,
    [id],
  );
  const spoolId = await harness.receive(bounceOf(id));
  await eventually(async () => {
    const { rows } = await harness.context.pool.query(
      'SELECT 1 FROM inbound_spool WHERE id = $1 AND attempts >= 1 AND lease_owner IS NULL',
      [spoolId],
    );
    return rows.length === 1;
  });
  expect(await harness.read(id)).toMatchObject({ status: 'sending', events: [] });
  await harness.context.pool.query(
    `WITH moved AS (UPDATE recipients SET status = 'delivered' WHERE message_id = $1)
     UPDATE messages SET status = 'delivered', lease_until = NULL WHERE id = $1`,
    [id],
  );
  expect((await harness.settled(spoolId)).result).toBe('bounce');
  expect(await harness.read(id)).toMatchObject({ status: 'bounced' });
});
