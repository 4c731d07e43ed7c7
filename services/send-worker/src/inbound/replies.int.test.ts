import { createReplyTokens, loadDkimKey, signMessage } from '@postrider/mail';
import { eventually, startDnsServer, testReturnPathSecret, type DnsServer } from '@postrider/testkit';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { lines, type SpooledMail } from '../../test/inbound-mails';
import { createSender, type TestSender } from '../../test/queue-message';

const replies = createReplyTokens({ secret: testReturnPathSecret });

let dns: DnsServer;
let harness: InboundHarness;
let stranger: TestSender;

beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  harness = await startInboundHarness({ DNS_SERVERS: dns.address });
  stranger = await createSender(harness.context);
});
afterAll(async () => {
  await harness.close();
  await dns.close();
});
beforeEach(() => dns.setZone({ records: [] }));

const hostOf = (sender: TestSender): string => `reply.${sender.domain.name}`;
const replyAddress = (sender: TestSender = harness.sender): string => `reply@${hostOf(sender)}`;

function reply({
  to = replyAddress(),
  headers = [],
  body = ['Thanks!'],
}: {
  to?: string;
  headers?: readonly string[];
  body?: readonly string[];
} = {}): string {
  return lines(
    'From: Jane <jane@example.com>',
    `To: ${to}`,
    'Subject: Re: Hello',
    'Message-ID: <1@example.com>',
    ...headers,
    '',
    ...body,
  );
}

interface Recorded {
  readonly id: string;
  readonly organization_id: string;
  readonly domain_id: string | null;
  readonly email_id: string | null;
  readonly in_reply_to_message_id: string | null;
  readonly metadata: Record<string, string> | null;
  readonly text: string | null;
  readonly reply_text: string | null;
  readonly headers: unknown;
  readonly to_addresses: string[];
  readonly from_address: string;
  readonly automatic: boolean;
  readonly spf: string;
  readonly dkim: string;
  readonly dmarc: string;
  readonly authentication: unknown;
  readonly attachments: unknown;
  readonly contents: string[];
}

/** Receives a mail, waits, and reads what was made of it, by organization. */
async function record(mail: SpooledMail): Promise<Recorded[]> {
  const spoolId = await harness.receive(mail);
  await harness.settled(spoolId);
  return recordedOf(spoolId);
}

async function recordedOf(spoolId: string): Promise<Recorded[]> {
  const { rows } = await harness.context.pool.query<Recorded>(
    `SELECT i.*, c.text, c.reply_text, c.headers, c.metadata,
            ARRAY(SELECT encode(a.content, 'escape') FROM inbound_attachments a
                   WHERE a.inbound_id = i.id ORDER BY a.ordinal) AS contents
       FROM inbound_emails i LEFT JOIN inbound_contents c ON c.inbound_id = i.id
      WHERE i.spool_id = $1 ORDER BY i.organization_id`,
    [spoolId],
  );
  return rows;
}

async function recordOne(raw: string, recipients = [replyAddress()]): Promise<Recorded> {
  const all = await record({ recipients, raw, mailFrom: 'jane@example.com' });
  expect(all).toHaveLength(1);
  return all[0] as Recorded;
}

describe('a reply', () => {
  it('is recorded with its content, and its octets are gone', async () => {
    const spoolId = await harness.receive({
      recipients: [replyAddress()],
      mailFrom: 'jane@example.com',
      raw: reply({ body: ['Thanks!', '', 'On 1/2/24 03:04, Shop wrote:', '> Hello'] }),
    });
    expect(await harness.settled(spoolId)).toMatchObject({
      status: 'processed',
      result: 'reply_unmatched',
      kept: false,
    });
    expect(await recordedOf(spoolId)).toMatchObject([
      {
        organization_id: harness.sender.organizationId,
        domain_id: harness.sender.domain.id,
        email_id: null,
        from_address: 'jane@example.com',
        to_addresses: [replyAddress()],
        reply_text: 'Thanks!',
        text: 'Thanks!\n\nOn 1/2/24 03:04, Shop wrote:\n> Hello\n',
        automatic: false,
        headers: expect.arrayContaining([{ name: 'Subject', value: 'Re: Hello' }]) as unknown,
      },
    ]);
  });

  it('is threaded by the id of the email, by In-Reply-To and by folded References', async () => {
    const id = await harness.sent('delivered', { metadata: { order: '7' } });
    const messageId = `<${id}@${harness.sender.domain.name}>`;
    const threaded = { email_id: id, in_reply_to_message_id: messageId, metadata: { order: '7' } };
    const upper = messageId.toUpperCase();
    for (const headers of [
      [`In-Reply-To: ${messageId}`],
      [`In-Reply-To: (re) ${upper.replace('@', '@')}`],
      ['References: <unknown@example.com>', ` ${messageId}`, '\t<later@example.com>'],
      [`References: ${messageId.slice(0, 20)}`, ` ${messageId.slice(20)}`],
    ]) {
      expect(await recordOne(reply({ headers }))).toMatchObject(threaded);
    }
  });

  it('is threaded by the Message-ID that a provider gave', async () => {
    const id = await harness.sent('delivered', { metadata: { order: '8' } });
    const messageId = `<0100-${id.slice(0, 8)}@email.provider.example>`;
    await harness.context.pool.query('UPDATE messages SET message_id_header = $2 WHERE id = $1', [
      id,
      messageId,
    ]);
    const threaded = { email_id: id, in_reply_to_message_id: messageId, metadata: { order: '8' } };
    expect(await recordOne(reply({ headers: [`In-Reply-To: ${messageId}`] }))).toMatchObject(threaded);
    // The form of its id still leads to it.
    const own = `<${id}@${harness.sender.domain.name}>`;
    expect(await recordOne(reply({ headers: [`References: ${own}`] }))).toMatchObject(threaded);
  });

  it('is threaded by its address before its headers', async () => {
    const [named, other] = [await harness.sent(), await harness.sent()];
    const to = `${replies.mint({ messageId: named, ordinal: 0 })}@${hostOf(harness.sender)}`;
    const headers = [`In-Reply-To: <${other}@${harness.sender.domain.name}>`];
    expect(await recordOne(reply({ to, headers }), [to])).toMatchObject({ email_id: named });
  });

  it('is threaded to the newest mail that it names', async () => {
    const [older, newer] = [await harness.sent(), await harness.sent()];
    const ids = [older, newer].map((id) => `<${id}@${harness.sender.domain.name}>`);
    expect(await recordOne(reply({ headers: [`References: ${ids.join(' ')}`] }))).toMatchObject({
      email_id: newer,
    });
    expect(
      await recordOne(reply({ headers: [`In-Reply-To: ${ids[0]}`, `References: ${ids.join(' ')}`] })),
    ).toMatchObject({ email_id: older });
  });

  it('is never threaded to an email of another organization', async () => {
    const foreign = await harness.sent('delivered', { sender: stranger, metadata: { secret: 'x' } });
    const provided = '<0100-foreign@email.provider.example>';
    const byHeader = await harness.sent('delivered', { sender: stranger });
    await harness.context.pool.query('UPDATE messages SET message_id_header = $2 WHERE id = $1', [
      byHeader,
      provided,
    ]);
    const token = `${replies.mint({ messageId: foreign, ordinal: 0 })}@${hostOf(harness.sender)}`;
    const none = { email_id: null, in_reply_to_message_id: null, metadata: null };
    for (const domain of [stranger.domain.name, harness.sender.domain.name]) {
      const headers = [`In-Reply-To: <${foreign}@${domain}>`, `References: <${foreign}@${domain}>`];
      expect(await recordOne(reply({ headers }))).toMatchObject(none);
    }
    expect(await recordOne(reply({ headers: [`In-Reply-To: ${provided}`] }))).toMatchObject(none);
    expect(await recordOne(reply({ to: token }), [token])).toMatchObject(none);
  });

  it('with an id at a domain that is not the organization’s is not threaded', async () => {
    const id = await harness.sent();
    expect(await recordOne(reply({ headers: [`In-Reply-To: <${id}@elsewhere.example>`] }))).toMatchObject({
      email_id: null,
    });
  });

  it('to two organizations is two, and neither knows of the other', async () => {
    const [ours, theirs] = [
      await harness.sent('delivered', { metadata: { whose: 'ours' } }),
      await harness.sent('delivered', { sender: stranger, metadata: { whose: 'theirs' } }),
    ];
    const recipients = [
      `${replies.mint({ messageId: ours, ordinal: 0 })}@${hostOf(harness.sender)}`,
      `${replies.mint({ messageId: theirs, ordinal: 0 })}@${hostOf(stranger)}`,
      // Another address of the same organization makes no third.
      replyAddress(),
    ];
    const all = await record({ recipients, raw: reply({ to: 'undisclosed-recipients:;' }) });
    const byOrganization = new Map(all.map((each) => [each.organization_id, each]));
    expect(all).toHaveLength(2);
    expect(byOrganization.get(harness.sender.organizationId)).toMatchObject({
      email_id: ours,
      metadata: { whose: 'ours' },
      to_addresses: [recipients[0], recipients[2]],
    });
    expect(byOrganization.get(stranger.organizationId)).toMatchObject({
      email_id: theirs,
      metadata: { whose: 'theirs' },
      to_addresses: [recipients[1]],
    });
  });

  it('is recorded once, however often its job comes', async () => {
    const spoolId = await harness.receive({ recipients: [replyAddress()], raw: reply() });
    await harness.enqueue(spoolId, spoolId);
    await harness.settled(spoolId);
    await harness.enqueue(spoolId);
    const after = await harness.receive({ recipients: [replyAddress()], raw: reply() });
    await harness.settled(after);
    expect(await recordedOf(spoolId)).toHaveLength(1);
  });

  it('of a program is marked', async () => {
    expect(await recordOne(reply({ headers: ['Auto-Submitted: auto-replied'] }))).toMatchObject({
      automatic: true,
    });
  });

  it('whose organization keeps nothing leaves neither content nor metadata', async () => {
    const sender = await createSender(harness.context);
    await harness.context.pool.query('UPDATE organizations SET body_retention_days = 0 WHERE id = $1', [
      sender.organizationId,
    ]);
    const id = await harness.sent('delivered', { sender, metadata: { order: '7' } });
    const headers = [
      `In-Reply-To: <${id}@${sender.domain.name}>`,
      'Content-Type: multipart/mixed; boundary=b',
    ];
    const body = [
      '--b',
      '',
      'secret',
      '--b',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'secret',
      '--b--',
    ];
    const address = replyAddress(sender);
    expect(await recordOne(reply({ to: address, headers, body }), [address])).toMatchObject({
      email_id: id,
      text: null,
      headers: null,
      metadata: null,
      contents: [],
      attachments: [{ filename: 'a.txt', size: 6 }],
    });
  });

  it('is recorded as it was written, whatever its labels say, with all of its files', async () => {
    const headers = ['X-Company: Müller', 'Content-Type: multipart/mixed; boundary=b'];
    const body = [
      ...['--b', 'Content-Type: text/plain; charset=ANSI_X3.4-1968', '', 'Grüße 👋'],
      ...['--b', 'Content-Type: text/csv; charset=utf-8; name=a.csv', 'Content-Disposition: inline', '', 'ü'],
      ...['--b', 'Content-Type: text/plain; name=empty.log', '', '--b--'],
    ];
    expect(await recordOne(reply({ headers, body }))).toMatchObject({
      text: 'Grüße 👋\n',
      headers: expect.arrayContaining([{ name: 'X-Company', value: 'Müller' }]) as unknown,
      attachments: [
        { filename: 'a.csv', content_type: 'text/csv; charset=utf-8', size: 2 },
        { filename: 'empty.log', content_type: 'text/plain', size: 0 },
      ],
      contents: ['\\303\\274', ''],
    });
  });

  it('to a deleted domain is ignored', async () => {
    const raw = reply({ to: 'reply@reply.gone.example' });
    const spoolId = await harness.receive({ recipients: ['reply@reply.gone.example'], raw });
    expect(await harness.settled(spoolId)).toMatchObject({
      status: 'processed',
      result: 'domain_deleted',
    });
    expect(await recordedOf(spoolId)).toEqual([]);
  });

  it('is published to the dispatcher after the commit', async () => {
    const { id } = await recordOne(reply());
    const published: string[] = [];
    const consumer = harness.worker.broker.consume('webhook-dispatcher.inbound', {
      prefetch: 10,
      inFlightWeightMax: 1,
      handle: ({ payload }) => Promise.resolve(void published.push(...payload.inbound_ids)),
    });
    await eventually(() => published.includes(id));
    await consumer.close();
  });
});

describe('a hostile reply', () => {
  it('is unreadable, with its reason, and delays no other mail', async () => {
    const parts = Array.from({ length: 10_000 }, () => ['--b', '', 'x']).flat();
    const raw = reply({ headers: ['Content-Type: multipart/mixed; boundary=b'], body: parts });
    const spoolId = await harness.receive({ recipients: [replyAddress()], raw });
    expect(await harness.settled(spoolId)).toMatchObject({
      status: 'unreadable',
      result: 'more than 1000 parts',
      kept: true,
    });
    await recordOne(reply());
  });

  it('gets neither a path nor a line break into the list of its files', async () => {
    const name = Buffer.from('../../a\r\nX-Evil: 1\0.html').toString('base64');
    const body = [
      '--b',
      'Content-Type: text/html',
      `Content-Disposition: attachment; filename="=?utf-8?B?${name}?="`,
      '',
      '<script>',
      '--b--',
    ];
    const headers = ['Content-Type: multipart/mixed; boundary=b'];
    expect(await recordOne(reply({ headers, body }))).toMatchObject({
      attachments: [{ filename: 'a X-Evil: 1 .html', content_type: 'text/html', size: 8 }],
      contents: ['<script>'],
    });
  });
});

describe('who a reply is from', () => {
  const signed = async (raw: string, sender: TestSender): Promise<string> => {
    const { name, dkim } = sender.domain;
    const key = loadDkimKey({ domain: name, selector: dkim.selector, privateKeyPem: dkim.privateKeyPem });
    return (await signMessage(Buffer.from(raw), [key])).toString();
  };

  async function authenticationOf(raw: string, mail: Partial<SpooledMail> = {}): Promise<Recorded> {
    const all = await record({ recipients: [replyAddress()], raw, mailFrom: 'jane@example.com', ...mail });
    return all[0] as Recorded;
  }

  it('is found out by SPF, DKIM and DMARC', async () => {
    const { name, dkim } = stranger.domain;
    dns.setZone({
      records: [
        { type: 'TXT', name, value: 'v=spf1 include:_spf.mail.example -all' },
        { type: 'TXT', name: '_spf.mail.example', value: 'v=spf1 ip4:192.0.2.1 -all' },
        { type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=reject' },
        dkim.record,
      ],
    });
    const raw = await signed(reply().replace('jane@example.com', `jane@${name}`), stranger);
    expect(await authenticationOf(raw, { mailFrom: `jane@${name}` })).toMatchObject({
      spf: 'pass',
      dkim: 'pass',
      dmarc: 'pass',
      authentication: {
        spf: { result: 'pass', domain: name },
        dkim: { result: 'pass', signatures: [{ result: 'pass', domain: name, selector: dkim.selector }] },
        dmarc: { result: 'pass', domain: name, policy: 'reject' },
      },
    });
    // Another server, and a body that was changed on the way.
    expect(
      await authenticationOf(raw.replace('Thanks!', 'Pay me!'), {
        mailFrom: `jane@${name}`,
        clientAddress: '203.0.113.9',
      }),
    ).toMatchObject({ spf: 'fail', dkim: 'fail', dmarc: 'fail' });
  });

  it('with the null reverse path is the name in HELO', async () => {
    dns.setZone({ records: [{ type: 'TXT', name: 'mx.example', value: 'v=spf1 ip4:192.0.2.1 -all' }] });
    expect(await authenticationOf(reply(), { mailFrom: '' })).toMatchObject({
      spf: 'pass',
      dkim: 'none',
      dmarc: 'none',
    });
  });

  it('of a subdomain has the policy of its domain', async () => {
    dns.setZone({
      records: [{ type: 'TXT', name: '_dmarc.example.com', value: 'v=DMARC1; p=none; sp=quarantine' }],
    });
    const raw = reply().replace('jane@example.com', 'jane@a.b.example.com');
    expect(await authenticationOf(raw)).toMatchObject({ spf: 'none', dmarc: 'fail' });
  });

  it('is not known when DNS fails, and the mail is recorded all the same', async () => {
    dns.setZone({ records: [], failing: ['example.com'] });
    expect(await authenticationOf(reply())).toMatchObject({
      spf: 'temperror',
      dkim: 'none',
      dmarc: 'temperror',
    });
  });

  it('does not hold a mail up for longer than the time for DNS', async () => {
    dns.setZone({ records: [], silent: ['example.com'] });
    const startedMs = performance.now();
    expect(await authenticationOf(reply())).toMatchObject({ spf: 'temperror', dmarc: 'temperror' });
    // Eight seconds, and the rest of the work on a busy machine.
    expect(performance.now() - startedMs).toBeLessThan(25_000);
  });

  it('is looked for in a few signatures of a thousand', async () => {
    const signature = (n: number) =>
      `DKIM-Signature: v=1; a=rsa-sha256; d=s${n}.example; s=x; h=from; bh=AAAA; b=AAAA`;
    const headers = Array.from({ length: 1_000 }, (_none, n) => signature(n));
    const { authentication } = await authenticationOf(lines(...headers) + reply());
    expect(authentication).toMatchObject({ dkim: { result: 'fail' } });
    expect((authentication as { dkim: { signatures: unknown[] } }).dkim.signatures).toHaveLength(8);
  });
});
