import {
  copiesOf,
  emailThatIs,
  eventTypes,
  hourPasses,
  message,
  postrider,
  running,
  webhookOf,
} from './running-system';

export function retryingFailedMail(): void {
  test('mail that failed is sent again by the operator, once; webhooks that got the failure get the retry', async () => {
    const system = running();
    const { pool } = system;
    const usage = async () => (await system.api().request('GET', '/usage')).body;
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await system.api().send({ ...message('jane@recipients.test'), scheduled_at: scheduledAt });
    const charged = await usage();
    const { rows } = await pool.query<{ organization_id: string; text: string }>(
      'DELETE FROM message_contents WHERE message_id = $1 RETURNING organization_id, text',
      [id],
    );
    await hourPasses(id);
    await emailThatIs('failed', id);
    await webhookOf(id, 'email.failed');
    const [content] = rows;
    await pool.query('INSERT INTO message_contents (message_id, organization_id, text) VALUES ($1, $2, $3)', [
      ...[id, content?.organization_id, content?.text],
    ]);

    expect(await postrider('messages', 'retry', id)).toMatchObject([
      { result: 'queued again', recipients: 1 },
    ]);
    const email = await emailThatIs('delivered', id);
    expect(eventTypes(email)).toEqual(['queued', 'failed', 'delivery_delayed', 'sent', 'delivered']);
    await webhookOf(id, 'email.delivery_delayed');
    await webhookOf(id, 'email.delivered');
    expect(await postrider('messages', 'retry', id)).toEqual([]);
    expect(copiesOf(id)).toHaveLength(1);
    expect(await usage()).toEqual(charged);
  });
}

export function steeringQueuedMail(): void {
  test('held mail is not sent until it is released; its sender may cancel it meanwhile; failed mail is reported', async () => {
    const system = running();
    const api = system.api();
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const send = async (name: string) =>
      (await api.send({ ...message(`${name}@recipients.test`), scheduled_at: scheduledAt })).id;
    const [released, canceled, failed, free] = await Promise.all(['rel', 'can', 'fai', 'fre'].map(send));
    if (!released || !canceled || !failed || !free) throw new Error('four mails were to be accepted');

    expect(
      await postrider('messages', 'hold', released, canceled, failed, '--reason', 'to be looked at'),
    ).toMatchObject([{ result: 'held', messages: 3 }]);
    // What is not held is found by the next sweep.
    await hourPasses(free, released, canceled, failed);
    await system.pool.query('UPDATE message_holds SET due_at = now() WHERE message_id = $1', [released]);
    await emailThatIs('delivered', free);
    expect(await postrider('messages', 'show', released)).toMatchObject({
      status: 'queued',
      where:
        'The operator of this service took the email out of the queue and must release it. (held by olga: to be looked at)',
      attempts: [],
    });
    expect((await api.request('POST', `/emails/${canceled}/cancel`)).status).toBe(200);
    expect(await postrider('messages', 'fail', failed, '--reason', 'stolen')).toMatchObject([
      { result: 'failed', messages: 1 },
    ]);
    await emailThatIs('failed', failed);
    await webhookOf(failed, 'email.failed');
    expect(await postrider('messages', 'release', released, canceled)).toMatchObject([
      { result: 'released', messages: 1 },
    ]);
    await emailThatIs('delivered', released);
    expect(copiesOf(released)).toHaveLength(1);
    for (const id of [canceled, failed]) expect(copiesOf(id)).toEqual([]);
    const shown = (await postrider('messages', 'show', released)) as { attempts: { result: string }[] };
    expect(shown.attempts.map(({ result }) => result)).toEqual(['accepted']);
  });
}
