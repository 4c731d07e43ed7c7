import { eventually } from '@postrider/testkit';
import {
  copiesOf,
  emailThatIs,
  eventTypes,
  hourPasses,
  message,
  running,
  settledTotals,
  webhookOf,
} from './running-system';

export function repeatingRequests(): void {
  test('a repeated request is answered with the first id and sends nothing', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const send = () =>
      running()
        .api()
        .request<{ id: string }>('POST', '/emails', { body: message('once@recipients.test'), headers });
    const first = await send();
    await emailThatIs('delivered', first.body.id);
    const second = await send();
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(copiesOf(first.body.id)).toHaveLength(1);
  });

  test('twenty requests with one key at the same time make one message', async () => {
    const email = { ...message('race@recipients.test'), idempotency_key: 'race' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => running().api().send(email)));
    const ids = new Set(answers.map(({ id }) => id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await emailThatIs('delivered', id);
    expect(copiesOf(id)).toHaveLength(1);
  });

  test('a batch answers each item by itself', async () => {
    const body = [
      message('b1@recipients.test'),
      { ...message('b2@recipients.test'), subject: '' },
      message('b3@recipients.test'),
    ];
    const answer = await running()
      .api()
      .request<{ data: { id?: string; error?: { code: string } }[] }>('POST', '/emails/batch', { body });
    expect(answer.status).toBe(200);
    const [first, second, third] = answer.body.data;
    expect(second?.error?.code).toBe('validation_error');
    for (const item of [first, third]) await emailThatIs('delivered', String(item?.id));
  });
}

export function scheduling(): void {
  test('a scheduled message waits for its time', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const { id } = await running()
      .api()
      .send({ ...message('later@recipients.test'), scheduled_at: scheduledAt.toISOString() });
    expect(await running().api().email(id)).toMatchObject({
      last_event: 'queued',
      scheduled_at: scheduledAt.toISOString(),
    });
    const passedAt = new Date();
    await hourPasses(id);
    await emailThatIs('delivered', id);
    const [copy] = copiesOf(id);
    expect(copy?.receivedAt.getTime()).toBeGreaterThanOrEqual(passedAt.getTime());
  });

  test('a canceled email never arrives', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const email = { ...message('never@recipients.test'), scheduled_at: scheduledAt };
    const { id } = await running().api().send(email);
    const canceled = await running().api().request('POST', `/emails/${id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { id, status: 'canceled' } });
    const after = await running().api().send(email);
    await hourPasses(id, after.id);
    await emailThatIs('delivered', after.id);
    expect((await running().api().email(id)).last_event).toBe('canceled');
    expect(copiesOf(id)).toHaveLength(0);
    expect((await running().api().request('POST', `/emails/${id}/cancel`)).status).toBe(409);
  });
}

export function testMode(): void {
  test.each([
    ['bounce', ['queued', 'sent', 'bounced']],
    ['complaint+any', ['queued', 'sent', 'delivered', 'complained']],
    ['suppressionlist', ['queued', 'sent', 'rejected']],
    ['softbounce', ['queued', 'sent', 'bounced']],
    ['delay', ['queued', 'delivery_delayed', 'sent', 'delivered']],
    ['greylist', ['queued', 'delivery_delayed', 'sent', 'delivered']],
    ['open', ['queued', 'sent', 'delivered', 'opened']],
    ['click', ['queued', 'sent', 'delivered', 'opened', 'clicked']],
    ['grace', ['queued', 'sent', 'delivered']],
  ])('a test send to %s@ is simulated, webhooks included', async (localPart, events) => {
    const api = running().api(running().tenant.keys.test.token);
    const before = await settledTotals();
    const { id } = await api.send(message(`${localPart}@simulated.test`));
    await eventually(async () => (await api.email(id)).events.length === events.length);
    const email = await api.email(id);
    expect(eventTypes(email)).toEqual(events);
    expect(email).toMatchObject({ mode: 'test', message_id: null });
    for (const type of events.slice(1)) await webhookOf(id, `email.${type}`);
    expect(copiesOf(id)).toHaveLength(0);
    expect(await settledTotals()).toEqual(before);
  });
}
