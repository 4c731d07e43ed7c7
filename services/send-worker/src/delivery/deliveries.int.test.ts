import { createReturnPathTokens, dkimDnsRecord, generateDkimKeyPair, loadDkimKey } from '@postrider/mail';
import { testReturnPathSecret } from '@postrider/testkit';
import { dkimVerify } from 'mailauth/lib/dkim/verify';
import { queueMessage, createSender } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await startWorkerHarness();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.sink.clear();
  harness.sink.behave({ kind: 'accept' });
});

describe('a live message', () => {
  it('reaches the smart host once and is recorded with its events', async () => {
    const id = await harness.send();
    const message = await harness.reaches(id, 'delivered');

    expect(harness.sink.messages).toHaveLength(1);
    expect(message.message_id_header).toBe(`<${id}@${harness.sender.domain.name}>`);
    const reply = { host: expect.any(String), code: 250, text: expect.any(String) };
    expect(message.events).toMatchObject([
      { type: 'sent', reply },
      { type: 'delivered', reply },
    ]);
    expect(message.attempts).toEqual([
      expect.objectContaining({ result: 'accepted', round: 1, tls: 'none' }),
    ]);
    const ms = expect.any(Number) as number;
    expect(message.attempts[0]?.phases).toEqual([ms, null, ms, ms]);
    expect(message).toMatchObject({ lease_until: null, rounds: 1 });
    expect(message.sent_at).not.toBeNull();
    expect(message.final_at).not.toBeNull();
  });

  it('carries a DKIM signature of its domain that verifies', async () => {
    const id = await harness.send({ subject: 'Grüße', html: '<p>Größe</p>', text: '.\r\n..\r\nlast' });
    await harness.reaches(id, 'delivered');
    const { record } = harness.sender.domain.dkim;
    const resolver = (name: string) =>
      name === record.name ? Promise.resolve([[record.value]]) : Promise.reject(new Error('ENOTFOUND'));
    const verified = await dkimVerify(harness.sink.messages[0]?.raw ?? Buffer.alloc(0), { resolver });
    expect(verified.results).toEqual([
      expect.objectContaining({
        signingDomain: harness.sender.domain.name,
        status: expect.objectContaining({ result: 'pass' }),
      }),
    ]);
  });

  it('gets a text part made from its HTML, unless the request or the organization says no', async () => {
    const texts = async (generateText: boolean | null) => {
      harness.sink.clear();
      await harness.reaches(
        await harness.send({ html: '<p>Hello <b>Ada</b></p>', text: null, generateText }),
        'delivered',
      );
      return String(harness.sink.messages[0]?.raw).match(/^Content-Type: text\/\w+/gm);
    };
    const [both, htmlOnly] = [
      ['Content-Type: text/plain', 'Content-Type: text/html'],
      ['Content-Type: text/html'],
    ];
    expect(await texts(null)).toEqual(both);
    expect(String(harness.sink.messages[0]?.raw)).toContain('\r\nHello Ada\r\n');
    expect(await texts(false)).toEqual(htmlOnly);
    const { pool } = harness.context;
    const ofOrganization = (generates: boolean) =>
      pool.query('UPDATE organizations SET generate_text = $2 WHERE id = $1', [
        harness.sender.organizationId,
        generates,
      ]);
    await ofOrganization(false);
    expect(await texts(null)).toEqual(htmlOnly);
    expect(await texts(true)).toEqual(both);
    await ofOrganization(true);
  });

  it('names itself: Message-ID, Feedback-ID, and a return path that only we can have minted', async () => {
    const id = await harness.send();
    await harness.reaches(id, 'delivered');
    const [received] = harness.sink.messages;
    const text = String(received?.raw);
    expect(text).toMatch(new RegExp(`^Message-ID: <${id}@${harness.sender.domain.name}>\\r$`, 'm'));
    expect(text).toMatch(/^Feedback-ID:\s+transactional:[^:\s]+:[^:\s]+:postrider\r$/m);
    const [local = '', host] = (received?.from ?? '').split('@');
    expect(host).toBe(`bounce.${harness.sender.domain.name}`);
    expect(createReturnPathTokens({ secret: testReturnPathSecret }).read(local)).toEqual({
      messageId: id,
      ordinal: 0,
    });
  });

  it('goes over another connection at once when its server has closed the one that waited', async () => {
    await harness.reaches(await harness.send(), 'delivered');
    let dropped = 0;
    harness.sink.behave(({ moment }) =>
      moment === 'mail' && (dropped += 1) === 1 ? { kind: 'drop', at: 'mail' } : { kind: 'accept' },
    );
    const message = await harness.reaches(await harness.send(), 'delivered');
    expect(dropped).toBe(2);
    expect(message.events.map(({ type }) => type)).toEqual(['sent', 'delivered']);
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'accepted', round: 1 })]);
  });

  it('goes to each recipient in a transaction of its own, and never shows Bcc', async () => {
    const id = await harness.send({ to: ['a@x.test', 'b@x.test'], cc: ['c@x.test'], bcc: ['hidden@x.test'] });
    const message = await harness.reaches(id, 'delivered');
    const received = harness.sink.messages.map(({ to }) => to);
    expect(received.sort()).toEqual([['a@x.test'], ['b@x.test'], ['c@x.test'], ['hidden@x.test']]);
    expect(new Set(harness.sink.messages.map(({ from }) => from)).size).toBe(4);
    for (const { raw } of harness.sink.messages) expect(String(raw)).not.toContain('hidden@');
    expect(message.events).toHaveLength(8);
  });

  it('with hidden recipients names none of them, and needs no SMTPUTF8 for those it does not name', async () => {
    const to = ['пётр@x.test', 'b@x.test'];
    const id = await harness.send({ to, cc: ['c@x.test'], bcc: ['d@x.test'], hideRecipients: true });
    await harness.reaches(id, 'delivered');
    expect(harness.sink.messages).toHaveLength(4);
    for (const { to: recipients, raw, smtpUtf8 } of harness.sink.messages) {
      expect(String(raw)).toMatch(/^To: undisclosed-recipients:;\r$/m);
      expect(String(raw)).not.toMatch(/^Cc:/im);
      expect(String(raw)).not.toMatch(/@x\.test/);
      expect(smtpUtf8).toBe(recipients.join() === 'пётр@x.test');
    }
  });

  it('brings attachments too large for a claim', async () => {
    const content = Buffer.alloc(3_000_000, 'postrider');
    const id = await harness.send({ attachments: [{ filename: 'a.bin', content }] });
    await harness.reaches(id, 'delivered');
    const text = String(harness.sink.messages[0]?.raw);
    const encoded = content.toString('base64');
    expect(text.replaceAll('\r\n', '')).toContain(encoded);
  });

  it('brings attachments of 0 bytes, alone, beside others and without a text', async () => {
    const empty = { filename: 'empty.log', content: Buffer.alloc(0) };
    const other = { filename: 'a.bin', content: Buffer.from('abc') };
    for (const [overrides, names] of [
      [{ attachments: [empty] }, ['empty.log']],
      [{ attachments: [empty, other] }, ['empty.log', 'a.bin']],
      [{ attachments: [empty], html: null, text: '' }, ['empty.log']],
    ] as const) {
      const id = await harness.send(overrides);
      await harness.reaches(id, 'delivered');
      const raw = String(harness.sink.messages.at(-1)?.raw);
      const sent = [...raw.matchAll(/^Content-Disposition: attachment; filename=(\S+)\r$/gm)];
      expect(sent.map(([, name]) => name)).toEqual(names);
    }
  });

  it('that only a smart host without the last word has taken is sent, not delivered', async () => {
    const other = await startWorkerHarness({ DELIVERY_ROUTES: `*=${harness.sink.url}` });
    const id = await other.send();
    const message = await other.reaches(id, 'sent');
    expect(message.events.map(({ type }) => type)).toEqual(['sent']);
    await other.close();
  });
});

it('an email is signed by the platform too, where it has a key', async () => {
  const { privateKeyPem, publicKeyPem } = await generateDkimKeyPair('ed25519-sha256');
  const platformKey = loadDkimKey({ domain: 'platform.test', selector: 'p1', privateKeyPem });
  const other = await startWorkerHarness({}, { platformKey });
  await other.reaches(await other.send(), 'delivered');
  const records = new Map([
    [other.sender.domain.dkim.record.name, other.sender.domain.dkim.record.value],
    ['p1._domainkey.platform.test', dkimDnsRecord(publicKeyPem)],
  ]);
  const resolver = (name: string) => Promise.resolve([[records.get(name) ?? '']]);
  const verified = await dkimVerify(other.sink.messages[0]?.raw ?? Buffer.alloc(0), { resolver });
  expect(verified.results.map(({ signingDomain, status }) => [signingDomain, status.result]).sort()).toEqual(
    [
      [other.sender.domain.name, 'pass'],
      ['platform.test', 'pass'],
    ].sort(),
  );
  await other.close();
});

describe('a message that cannot be sent', () => {
  const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
  const makeDue = async (id: string): Promise<void> => {
    await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    await harness.enqueue(id);
  };

  it('fails when it expired before it was taken', async () => {
    const id = await harness.send({ expiresAt: new Date(Date.now() - 1_000) });
    const message = await harness.reaches(id, 'failed');
    expect(message.events).toEqual([expect.objectContaining({ type: 'failed', detail: 'expired' })]);
    expect(harness.sink.messages).toHaveLength(0);
  });

  it('fails when its content is gone', async () => {
    const id = await queueMessage(harness.context, harness.sender, { dueAt: inAnHour() });
    await harness.context.pool.query('DELETE FROM message_contents WHERE message_id = $1', [id]);
    await makeDue(id);
    const message = await harness.reaches(id, 'failed');
    expect(message.events).toEqual([
      expect.objectContaining({ type: 'failed', detail: 'the content has been deleted' }),
    ]);
  });

  it('fails for every recipient when its domain has been deleted, whatever it is', async () => {
    const { context, sink } = harness;
    const gone = await createSender(context);
    await context.pool.query('DELETE FROM domains WHERE id = $1', [gone.domain.id]);
    const to = ['a@x.test', 'b@x.test'];
    const scheduled = { to, scheduledAt: new Date(Date.now() - 1_000) };
    const bulk = { to: ['a@x.test'], kind: 'bulk.news', lane: 'bulk', track: { clicks: true } } as const;
    for (const email of [scheduled, bulk]) {
      const id = await queueMessage(context, gone, email);
      await harness.enqueue(id);
      const message = await harness.reaches(id, 'failed');
      const detail = 'the sending domain no longer exists';
      expect(message.recipients.map((recipient) => [recipient.status, recipient.detail])).toEqual(
        email.to.map(() => ['failed', detail]),
      );
      expect(message.events.map(({ type, recipient, detail: why }) => [type, recipient, why])).toEqual(
        email.to.map((recipient) => ['failed', recipient, detail]),
      );
      expect([message.attempts, message.lease_until]).toEqual([[], null]);
    }
    expect(sink.messages.filter(({ from }) => from.endsWith(gone.domain.name))).toEqual([]);
  });

  it('fails when a stored mailbox cannot be written', async () => {
    const id = await queueMessage(harness.context, harness.sender, { dueAt: inAnHour() });
    await harness.context.pool.query(`UPDATE messages SET from_header = 'not a mailbox' WHERE id = $1`, [id]);
    await makeDue(id);
    expect((await harness.reaches(id, 'failed')).recipients[0]?.detail).toContain('composed');
  });
});
