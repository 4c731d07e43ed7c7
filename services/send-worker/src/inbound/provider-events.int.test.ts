import type { EmailStatus } from '@postrider/contracts/statuses';
import { providerTagValue } from '@postrider/mail';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { feedbackTokens, returnPaths } from '../../test/inbound-mails';
import {
  sendgridEvents,
  sendgridNotification,
  sesEvents,
  sesNotification,
  tagOf,
} from '../../test/provider-notifications';
import { createSender } from '../../test/queue-message';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness({}, { constants: { inboundInHandMax: 512 } });
});
afterEach(() => harness.context.pool.query('DELETE FROM suppressions'));
afterAll(() => harness.close());

type Shown = [
  status: string,
  event: string | null,
  bounce: string | null,
  reason: string | null,
  suppression: string | null,
];

async function shownOf(id: string): Promise<Shown> {
  const message = await harness.read(id);
  const [event] = message.events;
  const [entry] = await harness.suppressions();
  const { type = null, bounce_type: bounce = null, failure_class: reason = null } = event ?? {};
  return [message.status, type, bounce, reason, entry?.reason ?? null];
}

it('tags have the letters that Amazon SES allows, and are no longer than it does', async () => {
  expect(tagOf(await harness.sent())).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
});

describe('an event of Amazon SES', () => {
  it.each<[keyof typeof sesEvents, string, Shown]>([
    ['delivery', 'delivery', ['delivered', 'delivered', null, null, null]],
    ['hardBounce', 'bounce', ['bounced', 'bounced', 'hard', 'recipient', 'hard_bounce']],
    ['fullBounce', 'bounce', ['bounced', 'bounced', 'soft', 'full', null]],
    ['undeterminedBounce', 'bounce', ['bounced', 'bounced', 'undetermined', 'other', null]],
    ['suppressed', 'bounce', ['bounced', 'bounced', 'hard', 'inactive', 'hard_bounce']],
    ['onAccountList', 'bounce', ['bounced', 'bounced', 'undetermined', 'policy', null]],
    ['complaint', 'complaint', ['complained', 'complained', null, null, 'complaint']],
    ['reject', 'rejection', ['failed', 'rejected', null, 'content', null]],
    ['renderingFailure', 'rejection', ['failed', 'rejected', null, 'content', null]],
    ['delay', 'delay', ['sent', 'delivery_delayed', null, 'rate', null]],
    ['send', 'no_change', ['sent', null, null, null, null]],
    ['absenceNote', 'ignored', ['sent', null, null, null, null]],
    ['notSpam', 'ignored', ['sent', null, null, null, null]],
    ['open', 'ignored', ['sent', null, null, null, null]],
  ])('%s is recorded as a %s', async (name, result, shown) => {
    const id = await harness.sent('sent');
    expect(await harness.resultOf(sesNotification(sesEvents[name], tagOf(id)))).toBe(result);
    expect(await shownOf(id)).toEqual(shown);
  });

  it('counts a block as one, by the words of the server', async () => {
    const id = await harness.sent('sent');
    await harness.resultOf(sesNotification(sesEvents.delay, tagOf(id)));
    const { rows } = await harness.context.pool.query(
      'SELECT blocked FROM email_events WHERE message_id = $1',
      [id],
    );
    expect(rows).toEqual([{ blocked: true }]);
  });

  it('happened when Amazon says, and not after it came', async () => {
    const [past, future] = [await harness.sent('sent'), await harness.sent('sent')];
    const delivery = (timestamp: string) => ({
      ...sesEvents.delivery,
      delivery: { ...sesEvents.delivery.delivery, timestamp },
    });
    await harness.resultOf(sesNotification(delivery('2026-01-02T03:04:05.678Z'), tagOf(past)));
    await harness.resultOf(sesNotification(delivery('2199-01-01T00:00:00.000Z'), tagOf(future)));
    const { rows } = await harness.context.pool.query<{ message_id: string; occurred_at: Date }>(
      'SELECT message_id, occurred_at FROM email_events WHERE message_id = ANY($1) ORDER BY occurred_at',
      [[past, future]],
    );
    expect(rows[0]?.occurred_at.toISOString()).toBe('2026-01-02T03:04:05.678Z');
    expect(rows[1]?.occurred_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each<[string, (id: string) => string | null]>([
    ['without a tag', () => null],
    ['with a token that is not signed', (id) => tagOf(id).replace(/^../, 'zz')],
    ['with a token for another purpose', (id) => feedbackTokens.mint(id)],
    ['with the id of the message', (id) => id],
    ['with a tag that is too long', (id) => `${tagOf(id)}${'a'.repeat(5_000)}`],
    ['of a message that is gone', () => tagOf('019a8f00-1234-7abc-8def-0123456789ab')],
  ])('%s settles nothing', async (_, tag) => {
    const id = await harness.sent('sent');
    expect(await harness.resultOf(sesNotification(sesEvents.complaint, tag(id)))).toBe('unknown_recipient');
    expect(await shownOf(id)).toEqual(['sent', null, null, null, null]);
  });

  it('of another organization’s message is about that one alone', async () => {
    const sender = await createSender(harness.context);
    const [own, other] = [await harness.sent('sent'), await harness.sent('sent', { sender })];
    await harness.resultOf(sesNotification(sesEvents.hardBounce, tagOf(other)));
    expect((await harness.read(own)).status).toBe('sent');
    expect((await harness.read(other)).status).toBe('bounced');
  });

  it('about one of several recipients is about no other', async () => {
    const id = await harness.sent('sent', { to: ['jane@example.test', 'grace@example.test'] });
    await harness.resultOf(sesNotification(sesEvents.hardBounce, tagOf(id, 0)));
    expect((await harness.read(id)).recipients.map(({ status }) => status)).toEqual(['bounced', 'sent']);
  });

  it('with a token of the whole message is about its one recipient, or the one that it names', async () => {
    const one = await harness.sent('sent');
    const two = await harness.sent('sent', { to: ['grace@example.test', 'jane@example.test'] });
    const wholeTag = (id: string) => providerTagValue(returnPaths.mintForMessage(id));
    await harness.resultOf(sesNotification(sesEvents.complaint, wholeTag(one)));
    expect((await harness.read(one)).status).toBe('complained');
    await harness.resultOf(sesNotification(sesEvents.hardBounce, wholeTag(two)));
    await harness.resultOf(sesNotification(sesEvents.complaint, wholeTag(two)));
    expect((await harness.read(two)).recipients.map(({ status }) => status)).toEqual(['sent', 'bounced']);
  });

  it('about a test message changes nothing', async () => {
    const id = await harness.sent('sent', { mode: 'test' });
    expect(await harness.resultOf(sesNotification(sesEvents.hardBounce, tagOf(id)))).toBe('test_mode');
    expect((await harness.read(id)).status).toBe('sent');
  });

  it('that is none is unreadable, and kept', async () => {
    for (const raw of ['{}', 'no', '{"Message":"no"}', '[]']) {
      const id = await harness.receive({ source: 'ses', recipients: [], raw });
      expect(await harness.settled(id)).toMatchObject({ status: 'unreadable', attempts: 1, kept: true });
    }
  });

  it('with members of any type, or none, changes nothing', async () => {
    const id = await harness.sent('sent');
    for (const event of [
      { eventType: 'Bounce' },
      { eventType: 'Bounce', bounce: { bouncedRecipients: 'x' } },
      { eventType: 'Delivery', delivery: [] },
      { eventType: 'Complaint', complaint: 7 },
      { eventType: 'SomethingNew' },
      { eventType: 5 },
    ]) {
      expect(await harness.resultOf(sesNotification(event, tagOf(id)))).toMatch(
        /^(?:delivery|ignored|no_change|other_recipient|unknown_recipient)$/,
      );
    }
  });
});

describe('events of SendGrid', () => {
  it.each<[keyof typeof sendgridEvents, string, Shown]>([
    ['delivered', 'delivery', ['delivered', 'delivered', null, null, null]],
    ['bounce', 'bounce', ['bounced', 'bounced', 'hard', 'recipient', 'hard_bounce']],
    ['blocked', 'bounce', ['bounced', 'bounced', 'soft', 'block', null]],
    ['droppedBefore', 'bounce', ['bounced', 'bounced', 'hard', 'inactive', 'hard_bounce']],
    ['droppedUnsubscribed', 'bounce', ['bounced', 'bounced', 'undetermined', 'policy', null]],
    ['droppedSpam', 'bounce', ['bounced', 'bounced', 'soft', 'content', null]],
    ['spamreport', 'complaint', ['complained', 'complained', null, null, 'complaint']],
    ['deferred', 'delay', ['sent', 'delivery_delayed', null, 'rate', null]],
    ['processed', 'no_change', ['sent', null, null, null, null]],
    ['click', 'ignored', ['sent', null, null, null, null]],
  ])('%s is recorded as a %s', async (name, result, shown) => {
    const id = await harness.sent('sent');
    expect(await harness.resultOf(sendgridNotification([sendgridEvents[name], tagOf(id)]))).toBe(result);
    expect(await shownOf(id)).toEqual(shown);
  });

  it('of many messages in one request are each recorded, and strangers among them ignored', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => harness.sent('sent')));
    const events = ids.flatMap((id) => [
      [sendgridEvents.processed, tagOf(id)] as const,
      [sendgridEvents.delivered, tagOf(id)] as const,
      [sendgridEvents.spamreport, tagOf(id)] as const,
      [sendgridEvents.delivered, tagOf(id)] as const,
      [sendgridEvents.delivered, null] as const,
    ]);
    expect(await harness.resultOf(sendgridNotification(...events))).toBe('events');
    for (const id of ids) {
      const message = await harness.read(id);
      expect([message.status, message.events.map(({ type }) => type).sort()]).toEqual([
        'complained',
        ['complained', 'delivered'],
      ]);
    }
  });
});

describe('one event that cannot be read', () => {
  const odd: Record<string, Readonly<Record<string, unknown>>> = {
    'has a time before there were years': { timestamp: -99_999_999_999 },
    'has a time that is no number': { timestamp: 'yesterday' },
    'has a time after all others': { timestamp: 8_640_000_000_000 },
    'has half a character in its reason': { event: 'bounce', reason: '550 \ud800 \u0000 no' },
    'has an address that is none': { event: 'bounce', email: '\u0000@\ud800' },
    'has another type of everything': { event: ['delivered'], email: {}, timestamp: null, status: 5 },
  };

  it.each(Object.keys(odd))(
    'because it %s does not keep the others of its request from being recorded',
    async (name) => {
      const [id, other] = [await harness.sent('sent'), await harness.sent('sent')];
      const event = { ...sendgridEvents.delivered, ...odd[name] };
      await harness.resultOf(
        sendgridNotification([event, tagOf(id)], [sendgridEvents.delivered, tagOf(other)]),
      );
      expect((await harness.read(other)).status).toBe('delivered');
    },
  );
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

describe('in whatever order events come', () => {
  it.each<[EmailStatus, readonly (keyof typeof sesEvents)[], string]>([
    ['sent', ['send', 'delivery', 'delay'], 'delivered'],
    ['sent', ['send', 'delivery', 'hardBounce'], 'bounced'],
    ['sent', ['delivery', 'hardBounce', 'complaint', 'delay'], 'complained'],
    ['unconfirmed', ['send', 'delivery'], 'delivered'],
    ['unconfirmed', ['send', 'fullBounce', 'delivery'], 'bounced'],
    ['unconfirmed', ['send', 'delivery', 'complaint'], 'complained'],
  ])('a message that is %s ends the same after %j, each twice', async (before, names, after) => {
    await Promise.all(
      permutations(names).map(async (order) => {
        const id = await harness.sent(before);
        for (const name of [...order, ...order]) {
          await harness.resultOf(sesNotification(sesEvents[name], tagOf(id)));
        }
        const message = await harness.read(id);
        expect([order, message.status, message.recipients[0]?.status]).toEqual([order, after, after]);
        const types = message.events.map(({ type }) => type);
        expect(new Set(types).size).toBe(types.length);
      }),
    );
    if (after !== 'delivered') expect((await harness.suppressions()).length).toBeLessThanOrEqual(1);
  });

  it('an unconfirmed message that its provider has taken becomes sent, once', async () => {
    const id = await harness.sent('unconfirmed');
    expect(await harness.resultOf(sesNotification(sesEvents.send, tagOf(id)))).toBe('acceptance');
    expect(await shownOf(id)).toEqual(['sent', 'sent', null, null, null]);
    // Its delivery was not confirmed within a day: the same event again does not make it sent once more.
    await harness.context.pool.query(
      `WITH r AS (UPDATE recipients SET status = 'unconfirmed' WHERE message_id = $1)
       UPDATE messages SET status = 'unconfirmed' WHERE id = $1`,
      [id],
    );
    expect(await harness.resultOf(sesNotification(sesEvents.send, tagOf(id)))).toBe('no_change');
    expect((await harness.read(id)).status).toBe('unconfirmed');
    expect(await harness.resultOf(sesNotification(sesEvents.delivery, tagOf(id)))).toBe('delivery');
  });

  it('a bounce of Amazon and the mail that reports the same are one', async () => {
    const id = await harness.sent('sent');
    await harness.resultOf(sesNotification(sesEvents.hardBounce, tagOf(id)));
    await harness.resultOf(sendgridNotification([sendgridEvents.bounce, tagOf(id)]));
    expect((await harness.read(id)).events.map(({ type }) => type)).toEqual(['bounced']);
  });
});
