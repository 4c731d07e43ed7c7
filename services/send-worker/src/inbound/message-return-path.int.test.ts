import { deliveryReport } from '@postrider/testkit';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { complaintReport, returnPaths } from '../../test/inbound-mails';
import { proseFormats } from '../../test/report-formats';

/** The return path of transactions that several recipients share: RETURN_PATH=message. */
const sharedPathOf = (messageId: string): string =>
  `${returnPaths.mintForMessage(messageId)}@bounce.shop.example`;
const to = ['ada@example.test', 'grace@example.test', 'joan@other.test'];

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterEach(() => harness.context.pool.query('DELETE FROM suppressions'));
afterAll(() => harness.close());

const statesOf = async (id: string) => (await harness.read(id)).recipients.map(({ status }) => status);

describe('a report to the return path of a whole message', () => {
  it('settles only the recipients that it names', async () => {
    const id = await harness.sent('delivered', { to });
    const raw = deliveryReport({ recipient: 'GRACE@example.test' }, { recipient: 'joan@other.test' });
    expect(await harness.resultOf({ recipients: [sharedPathOf(id)], raw })).toBe('bounce');
    expect(await statesOf(id)).toEqual(['delivered', 'bounced', 'bounced']);
    expect(await harness.suppressions()).toHaveLength(2);
  });

  it('finds the recipient by its original address where the mail was passed on', async () => {
    const id = await harness.sent('delivered', { to });
    const raw = deliveryReport({ recipient: 'x@elsewhere.example', originalRecipient: 'ada@example.test' });
    expect(await harness.resultOf({ recipients: [sharedPathOf(id)], raw })).toBe('bounce');
    expect(await statesOf(id)).toEqual(['bounced', 'delivered', 'delivered']);
  });

  it.each([
    ['a stranger', 'stranger@example.test'],
    ['where the mail was passed on to', 'ada@elsewhere.example'],
    ['no recipient', null],
  ])('that names %s settles none', async (_, recipient) => {
    const id = await harness.sent('delivered', { to });
    const raw = deliveryReport({ recipient });
    expect(await harness.resultOf({ recipients: [sharedPathOf(id)], raw })).toBe('unknown_recipient');
    expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await harness.suppressions()).toEqual([]);
  });

  it('never touches a recipient of another message that it names', async () => {
    const [id, other] = [
      await harness.sent('delivered', { to }),
      await harness.sent('delivered', { to: ['eve@example.test'] }),
    ];
    const raw = deliveryReport({ recipient: 'eve@example.test' });
    expect(await harness.resultOf({ recipients: [sharedPathOf(id)], raw })).toBe('unknown_recipient');
    expect(await statesOf(other)).toEqual(['delivered']);
  });

  it('is about the only recipient of a message, whomever it names', async () => {
    const id = await harness.sent('delivered', { to: ['ada@example.test'] });
    const raw = deliveryReport({ recipient: null });
    expect(await harness.resultOf({ recipients: [sharedPathOf(id)], raw })).toBe('bounce');
    expect(await statesOf(id)).toEqual(['bounced']);
  });

  it('in prose settles the recipient that it names', async () => {
    for (const { status, raw, kind } of proseFormats.filter(({ kind }) => kind.startsWith('failed'))) {
      const id = await harness.sent(status, { to: ['jane@example.test', 'ada@example.test'] });
      const address = 'jane@example.test';
      const given = { address, mailFrom: undefined, feedbackId: undefined, messageId: undefined };
      await harness.resultOf({ recipients: [sharedPathOf(id)], raw: raw(given) });
      expect([kind, await statesOf(id)]).toEqual([kind, ['bounced', status]]);
    }
  });
});

it('a complaint with the return path of a whole message is matched by the addresses in it', async () => {
  const id = await harness.sent('delivered', { to });
  const mailFrom = sharedPathOf(id);
  const hidden = complaintReport({ mailFrom, rcptTo: 'redacted@provider.example' });
  expect(await harness.resultOf({ recipients: ['fbl@post.example'], raw: hidden })).toBe('unknown_recipient');
  const named = complaintReport({ mailFrom, rcptTo: 'grace@example.test' });
  expect(await harness.resultOf({ recipients: ['fbl@post.example'], raw: named })).toBe('complaint');
  expect(await statesOf(id)).toEqual(['delivered', 'complained', 'delivered']);
});
