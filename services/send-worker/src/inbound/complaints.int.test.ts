import type { EmailStatus } from '@postrider/contracts/statuses';
import { startDnsServer, type DnsServer } from '@postrider/testkit';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import {
  complaintReport,
  feedbackTokens,
  lines,
  returnPathOf,
  type Complaint,
} from '../../test/inbound-mails';

let dns: DnsServer;
let harness: InboundHarness;
beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  harness = await startInboundHarness({ DNS_SERVERS: dns.address });
});
afterEach(() => harness.context.pool.query('DELETE FROM suppressions'));
afterAll(async () => {
  await harness.close();
  await dns.close();
});

const recipients = ['fbl@post.example'];
const complain = (complaint: Complaint): Promise<string | null> =>
  harness.resultOf({ recipients, raw: complaintReport(complaint), mailFrom: 'fbl@provider.example' });
const messageIdOf = (id: string): string => `<${id}@${harness.sender.domain.name}>`;
const feedbackIdOf = (id: string): string => `bulk.news:0123:${feedbackTokens.mint(id)}:postrider`;
const statusesOf = async (id: string) => (await harness.read(id)).recipients.map(({ status }) => status);

describe('a complaint', () => {
  it('by return path, with the recipient redacted, is an event, a status and a suppression of the organization', async () => {
    const id = await harness.sent('delivered');
    expect(await complain({ mailFrom: returnPathOf(id), rcptTo: 'redacted@provider.example' })).toBe(
      'complaint',
    );
    expect(await harness.read(id)).toMatchObject({
      status: 'complained',
      recipients: [{ status: 'complained' }],
      events: [{ type: 'complained', recipient: 'jane@example.test', detail: 'abuse: Loop/1.0' }],
    });
    const { rows } = await harness.context.pool.query(
      'SELECT email, reason, domain_id, source_email_id FROM suppressions',
    );
    expect(rows).toEqual([
      { email: 'jane@example.test', reason: 'complaint', domain_id: null, source_email_id: id },
    ]);
  });

  it('by the CFBL-Feedback-ID that left with the message is counted like any other', async () => {
    const id = await harness.sent();
    expect(await complain({ cfblFeedbackId: feedbackTokens.mint(id) })).toBe('complaint');
    expect(await statusesOf(id)).toEqual(['complained']);
  });

  it('is one event, by whatever evidence it comes again', async () => {
    const id = await harness.sent();
    expect(await complain({ mailFrom: returnPathOf(id) })).toBe('complaint');
    expect(await complain({ mailFrom: returnPathOf(id) })).toBe('no_change');
    expect(await complain({ feedbackId: feedbackIdOf(id) })).toBe('no_change');
    expect((await harness.read(id)).events).toHaveLength(1);
  });

  it.each<[EmailStatus, EmailStatus]>([
    ['sent', 'complained'],
    ['bounced', 'complained'],
    ['unconfirmed', 'complained'],
    ['canceled', 'canceled'],
    ['suppressed', 'suppressed'],
  ])('finds %s and leaves %s', async (before, after) => {
    const id = await harness.sent(before);
    await complain({ mailFrom: returnPathOf(id) });
    expect(await statusesOf(id)).toEqual([after]);
    expect((await harness.read(id)).status).toBe(after);
  });

  it('that says the opposite, or nothing, changes nothing', async () => {
    const id = await harness.sent();
    expect(await complain({ feedbackType: 'not-spam', mailFrom: returnPathOf(id) })).toBe('not_a_complaint');
    const raw = lines('From: ada@example.test', 'Subject: I complain!', '', 'Stop it.');
    expect(await harness.resultOf({ recipients, raw })).toBe('unrecognised');
    expect(await statusesOf(id)).toEqual(['delivered']);
  });
});

describe('whom it is about', () => {
  it('is matched by a signed Feedback-ID where the message went to one recipient', async () => {
    const id = await harness.sent();
    expect(await complain({ feedbackId: feedbackIdOf(id) })).toBe('complaint');
    expect(await statusesOf(id)).toEqual(['complained']);
  });

  it('is matched by the recipient it names where the message went to several', async () => {
    const id = await harness.sent('delivered', { to: ['ada@example.test', 'grace@example.test'] });
    expect(await complain({ feedbackId: feedbackIdOf(id) })).toBe('unknown_recipient');
    expect(await complain({ feedbackId: feedbackIdOf(id), rcptTo: 'Grace@example.test' })).toBe('complaint');
    expect(await statusesOf(id)).toEqual(['delivered', 'complained']);
  });

  it('is matched by Message-ID only together with a recipient of that message', async () => {
    const id = await harness.sent();
    expect(await complain({ messageId: messageIdOf(id) })).toBe('unknown_recipient');
    const stranger = 'mallory@example.test';
    expect(await complain({ messageId: messageIdOf(id), rcptTo: stranger })).toBe('unknown_recipient');
    expect(await complain({ messageId: messageIdOf(id), rcptTo: 'jane@example.test' })).toBe('complaint');
  });

  it('is not matched by a forged return path or Feedback-ID', async () => {
    const id = await harness.sent();
    const token = feedbackTokens.mint(id);
    const forged = `bulk.news:0123:${token.slice(0, -2)}aa:postrider`;
    expect(await complain({ feedbackId: forged })).toBe('unknown_recipient');
    const mailFrom = returnPathOf(id).replace(/^b\+../, 'b+zz');
    expect(await complain({ mailFrom })).toBe('unknown_recipient');
    expect(await statusesOf(id)).toEqual(['delivered']);
  });
});

describe('without proof', () => {
  const named = (id: string) => ({ messageId: messageIdOf(id), rcptTo: 'jane@example.test' });

  it('is recorded as an event, and neither changes a status nor suppresses', async () => {
    const id = await harness.sent();
    expect(await complain(named(id))).toBe('complaint');
    expect(await complain(named(id))).toBe('no_change');
    expect(await harness.read(id)).toMatchObject({
      ...{ status: 'delivered', recipients: [{ status: 'delivered' }] },
      events: [{ type: 'complained', identity: 'unproven', detail: 'unproven abuse: Loop/1.0' }],
    });
    expect(await harness.suppressions()).toEqual([]);
  });

  it('is one that does not come from the recipient’s provider; with its aligned SPF it counts', async () => {
    const spf = { type: 'TXT', name: 'provider.example', value: 'v=spf1 ip4:192.0.2.1 -all' } as const;
    const policy = { type: 'TXT', name: '_dmarc.provider.example', value: 'v=DMARC1; p=none' } as const;
    dns.setZone({ records: [spf, policy] });
    const another = await harness.sent();
    await complain(named(another));
    expect(await statusesOf(another)).toEqual(['delivered']);
    const id = await harness.sent('delivered', { to: ['jane@provider.example'] });
    await complain({ messageId: messageIdOf(id), rcptTo: 'jane@provider.example' });
    expect(await statusesOf(id)).toEqual(['complained']);
    expect(await harness.suppressions()).toMatchObject([{ email: 'jane@provider.example' }]);
  });

  it('does not keep a later one with proof from counting', async () => {
    const id = await harness.sent();
    await complain(named(id));
    expect(await complain({ mailFrom: returnPathOf(id) })).toBe('complaint');
    expect(await statusesOf(id)).toEqual(['complained']);
    expect(await harness.suppressions()).toHaveLength(1);
  });
});

it('of a test message changes nothing', async () => {
  const id = await harness.sent('delivered', { mode: 'test' });
  expect(await complain({ mailFrom: returnPathOf(id) })).toBe('test_mode');
  expect(await harness.suppressions()).toEqual([]);
});
