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

describe('a refusal for good', () => {
  it('of an unknown mailbox is a hard bounce and suppresses the address', async () => {
    harness.sink.behave({ kind: 'reject', at: 'rcpt', code: 550, text: '5.1.1 No such user here' });
    const id = await harness.send({ to: ['Gone@x.test'] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.events).toEqual([
      expect.objectContaining({
        type: 'bounced',
        bounce_type: 'hard',
        detail: 'recipient: 550 5.1.1 No such user here',
        reply: { host: expect.any(String), code: 550, text: '5.1.1 No such user here' },
      }),
    ]);
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'bounced', reply_code: 550 })]);
    // No body has left.
    const ms = expect.any(Number) as number;
    expect(message.attempts[0]?.phases).toEqual([ms, null, null, ms]);
    const { rows } = await harness.context.pool.query(
      'SELECT * FROM suppressions WHERE organization_id = $1',
      [harness.sender.organizationId],
    );
    expect(rows).toEqual([
      expect.objectContaining({
        email: 'gone@x.test',
        reason: 'hard_bounce',
        domain_id: null,
        source_email_id: id,
      }),
    ]);
  });

  it('of a full mailbox is a soft bounce and suppresses nothing', async () => {
    harness.sink.behave({ kind: 'reject', at: 'end-of-data', code: 552, text: '5.2.2 Mailbox full' });
    const id = await harness.send({ to: ['full@x.test'] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.events).toEqual([expect.objectContaining({ type: 'bounced', bounce_type: 'soft' })]);
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'bounced' })]);
    const { rows } = await harness.context.pool.query(
      `SELECT 1 FROM suppressions WHERE email = 'full@x.test'`,
    );
    expect(rows).toEqual([]);
  });

  it('of one recipient leaves the others alone; the message counts as bounced', async () => {
    harness.sink.behave(({ to }) =>
      to.includes('bad@x.test')
        ? { kind: 'reject', at: 'rcpt', code: 550, text: '5.1.1 unknown' }
        : { kind: 'accept' },
    );
    const id = await harness.send({ to: ['good@x.test', 'bad@x.test', 'fine@x.test'] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.recipients.map(({ status }) => status)).toEqual(['delivered', 'bounced', 'delivered']);
    expect(message.message_id_header).not.toBeNull();
  });
});

describe('a refusal for now', () => {
  it('queues the message again after the first step of the retry table', async () => {
    harness.sink.behave({ kind: 'reject', at: 'rcpt', code: 450, text: '4.2.1 Mailbox busy' });
    const id = await harness.send();
    const message = await harness.delayed(id);
    expect(message).toMatchObject({ status: 'queued', rounds: 1, lease_until: null, final_at: null });
    const deferredAt = Date.parse(message.events[0]?.occurred_at ?? '');
    const waitMs = message.due_at.getTime() - deferredAt;
    expect(waitMs).toBeGreaterThan(45_000);
    expect(waitMs).toBeLessThan(70_000);
    expect(message.events[0]).toMatchObject({
      type: 'delivery_delayed',
      detail: expect.stringContaining('450 4.2.1'),
      reply: { code: 450, text: '4.2.1 Mailbox busy' },
    });
  });

  it('tries only the recipients that remain', async () => {
    let refuse = true;
    harness.sink.behave(({ to }) =>
      refuse && to.includes('later@x.test')
        ? { kind: 'reject', at: 'rcpt', code: 450, text: '4.2.1 busy' }
        : { kind: 'accept' },
    );
    const id = await harness.send({ to: ['now@x.test', 'later@x.test'] });
    await harness.delayed(id);
    refuse = false;
    await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    const message = await harness.reaches(id, 'delivered');
    expect(harness.sink.messages.map(({ to }) => to[0]).sort()).toEqual(['later@x.test', 'now@x.test']);
    expect(message.rounds).toBe(2);
  });

  it('becomes a soft bounce when the time for trying is over', async () => {
    harness.sink.behave({ kind: 'reject', at: 'rcpt', code: 450, text: '4.2.1 Mailbox busy' });
    const id = await harness.send({ firstAttemptAt: new Date(Date.now() - 49 * 3_600_000) });
    const message = await harness.reaches(id, 'bounced');
    expect(message.events).toEqual([
      expect.objectContaining({
        type: 'bounced',
        bounce_type: 'soft',
        detail: expect.stringContaining('gave up'),
      }),
    ]);
  });

  it('fails as expired when the next try would come after expires_at', async () => {
    harness.sink.behave({ kind: 'reject', at: 'rcpt', code: 450, text: '4.2.1 Mailbox busy' });
    const id = await harness.send({ expiresAt: new Date(Date.now() + 20_000) });
    const message = await harness.reaches(id, 'failed');
    expect(message.events).toEqual([expect.objectContaining({ type: 'failed', detail: 'expired' })]);
  });
});

describe('a connection that breaks', () => {
  it('before the final dot is tried again, with its attempt closed', async () => {
    harness.sink.behave({ kind: 'drop', at: 'data' });
    // Larger than the socket takes at once, so that the body is cut.
    const id = await harness.send({
      attachments: [{ filename: 'a', content: Buffer.alloc(9_000_000, 'x') }],
    });
    const message = await harness.delayed(id);
    expect(message.status).toBe('queued');
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'deferred' })]);
  });

  it('after the final dot is unconfirmed and never tried again', async () => {
    harness.sink.behave({ kind: 'drop', at: 'end-of-data' });
    const id = await harness.send();
    const message = await harness.reaches(id, 'unconfirmed');
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'unconfirmed' })]);
    expect(message.final_at).not.toBeNull();
    harness.sink.behave({ kind: 'accept' });
    await harness.enqueue(id);
    const next = await harness.send();
    await harness.reaches(next, 'delivered');
    expect(harness.sink.messages.filter(({ raw }) => raw.includes(id))).toHaveLength(1);
  });

  it('by silence after the final dot is unconfirmed', async () => {
    const impatient = await startWorkerHarness({ SMTP_TIMEOUT_MAX_MS: '3000' });
    impatient.sink.behave({ kind: 'hang', at: 'end-of-data' });
    const message = await impatient.reaches(await impatient.send(), 'unconfirmed');
    expect(message.recipients[0]?.detail).toContain('final dot');
    await impatient.close();
  });

  it('by a 4xx after the final dot is tried again', async () => {
    harness.sink.behave({ kind: 'reject', at: 'end-of-data', code: 451, text: '4.3.0 try later' });
    const id = await harness.send();
    const message = await harness.delayed(id);
    expect(message.attempts).toEqual([
      expect.objectContaining({ result: 'deferred', reply: '451 4.3.0 try later' }),
    ]);
  });
});
