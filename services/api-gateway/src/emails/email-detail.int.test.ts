import type { DeliveryAttempt } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId, type WebhookDeliverySummary } from '@postrider/contracts/webhooks';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createWebhookEndpoint,
  insertRow,
} from '@postrider/testkit';
import { parse } from 'csv-parse/sync';
import { insertEmail, insertEvent } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi({ stream: 'transactional' });

const audited = async (action: string): Promise<Record<string, unknown>[]> =>
  (
    await api.pool.query<Record<string, unknown>>(
      'SELECT target_id AS target, after FROM audit_entries WHERE organization_id = $1 AND action = $2 ORDER BY id',
      [api.organizationId, action],
    )
  ).rows;

describe('delivery attempts', () => {
  const attempts = async (id: string): Promise<DeliveryAttempt[]> =>
    (await api.get<{ data: DeliveryAttempt[] }>(`/emails/${id}/attempts`)).body.data;

  it('say where it was handed over, what was said, why it failed and when it is tried again', async () => {
    const { pool } = api;
    const createdAt = new Date('2026-11-20T09:59:58Z');
    const id = await insertEmail(pool, { organizationId: api.organizationId, createdAt });
    const [failedAt, nextAt] = [new Date('2026-11-20T10:00:01.500Z'), new Date('2026-11-20T10:05:00Z')];
    const attempt = { message_id: id, ordinal: 0, worker_id: newId(), destination: 'mx1.example.com' };
    await insertRow(pool, 'delivery_attempts', {
      ...{ ...attempt, round: 1, started_at: new Date('2026-11-20T10:00:00Z'), finished_at: failedAt },
      ...{ result: 'deferred', reply_code: 452, reply: '452 4.2.2 mailbox full', transport: 'mx' },
      ...{
        source_address: '192.0.2.7',
        tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384 dane',
        conversation: 'S: 220 ready\nC: EHLO a.test',
      },
      phases: [100, 200, null, 700],
    });
    await insertRow(pool, 'delivery_attempts', {
      ...{ ...attempt, round: 2, started_at: new Date('2026-11-20T10:05:00Z') },
    });
    await insertEvent(pool, {
      ...{ organizationId: api.organizationId, emailId: id, type: 'delivery_delayed', at: failedAt },
      ...{ failureClass: 'full', nextAttemptAt: nextAt },
    });
    const [running, failed] = await attempts(id);
    expect(running).toMatchObject({
      round: 2,
      result: null,
      finished_at: null,
      diagnosis: null,
      conversation: null,
      phases: [],
      tls: null,
    });
    expect(failed).toEqual({
      object: 'delivery_attempt',
      recipient: 'ada@example.com',
      round: 1,
      host: 'mx1.example.com',
      transport: 'mx',
      source_address: '192.0.2.7',
      tls: { encrypted: true, version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', verified: 'dane' },
      started_at: '2026-11-20T10:00:00.000Z',
      finished_at: '2026-11-20T10:00:01.500Z',
      result: 'deferred',
      reply_code: 452,
      reply: '452 4.2.2 mailbox full',
      diagnosis: { class: 'full', actor: 'recipient', advice: expect.any(String) },
      next_attempt_at: '2026-11-20T10:05:00.000Z',
      phases: [
        { phase: 'accepted', at: '2026-11-20T09:59:58.000Z', after_ms: null },
        { phase: 'claimed', at: '2026-11-20T10:00:00.500Z', after_ms: 2_500 },
        { phase: 'connected', at: '2026-11-20T10:00:00.600Z', after_ms: 100 },
        { phase: 'tls', at: '2026-11-20T10:00:00.800Z', after_ms: 200 },
        { phase: 'reply', at: '2026-11-20T10:00:01.500Z', after_ms: 700 },
      ],
      conversation: ['S: 220 ready', 'C: EHLO a.test'],
    });
  });

  it('are none of an email that was not tried', async () => {
    expect(await attempts(await insertEmail(api.pool, { organizationId: api.organizationId }))).toEqual([]);
  });
});

describe('the source', () => {
  const sourceOf = async (id: string, reader = api.key): Promise<string | null> =>
    (await api.get<{ source: string | null }>(`/emails/${id}/source`, reader)).body.source;

  it('is the message as it is delivered, without the content of attachments', async () => {
    const { pool } = api;
    await pool.query(
      "UPDATE organizations SET name = 'Acme', postal_address = '1 Main Street' WHERE id = $1",
      [api.organizationId],
    );
    const { id } = await send({
      ...{
        kind: 'broadcast.news',
        html: '<a href="https://a.example">Hello</a>',
        headers: { 'X-Order': '7' },
      },
      attachments: [{ filename: 'a.pdf', content: Buffer.from('SECRET').toString('base64') }],
    });
    const source = await sourceOf(id);
    expect(source).toContain(`\r\nMessage-ID: <${id}@${api.domain.name}>\r\n`);
    expect(source).toContain('\r\nX-Order: 7\r\n');
    expect(source).toMatch(/^List-Unsubscribe:\s+<https?:\/\//m);
    expect(source).toContain('1 Main Street');
    expect(source).toMatch(/filename="?a.pdf"?\r\n\r\n\[content not shown\]/);
    expect(source).not.toContain(Buffer.from('SECRET').toString('base64'));
  });

  it('is null after the content was deleted, and for keys that do not see content', async () => {
    const { pool } = api;
    const { id } = await send({});
    const testKey = await api.createKey({ mode: 'test' });
    expect(await sourceOf(id)).toContain('Hello');
    expect(await sourceOf(id, testKey)).toBeNull();
    await pool.query('DELETE FROM message_contents WHERE message_id = $1', [id]);
    expect(await sourceOf(id)).toBeNull();
  });

  async function send(fields: Record<string, unknown>): Promise<{ id: string }> {
    const { pool } = api;
    await pool.query("UPDATE domains SET stream = 'bulk' WHERE id = $1", [api.domain.id]);
    await api.bumpCacheVersion(api.organizationId);
    const body = {
      from: `hello@${api.domain.name}`,
      to: 'ada@example.com',
      subject: 'Hi',
      html: 'Hello',
      ...fields,
    };
    const answer = await api.post<{ id: string }>('/emails', api.key, body);
    expect(answer.status).toBe(200);
    return answer.body;
  }
});

it('lists the webhook deliveries of an email, in pages, and of no other', async () => {
  const { pool } = api;
  const message = await createMessage(pool, { organizationId: api.organizationId });
  const other = await createMessage(pool, { organizationId: api.organizationId });
  const endpoint = await createWebhookEndpoint(pool, {
    organizationId: api.organizationId,
    url: 'https://a.example.com',
  });
  const ids: string[] = [];
  for (const email of [message, other, message]) {
    const event = await createEmailEvent(pool, email, { type: 'opened', identity: newId() });
    const id = webhookDeliveryId(event.id, endpoint.id);
    if (email === message) ids.unshift(id);
    await insertRow(pool, 'webhook_deliveries', {
      ...{ id, endpoint_id: endpoint.id, organization_id: api.organizationId, event_id: event.id },
      ...{
        message_id: email.id,
        event_type: 'email.opened',
        status: 'delivered',
        attempts: 1,
        created_at: new Date(),
      },
    });
  }
  const page = async (query = ''): Promise<Page<WebhookDeliverySummary>> =>
    (await api.get<Page<WebhookDeliverySummary>>(`/emails/${message.id}/webhook-deliveries${query}`)).body;
  const first = await page('?limit=1');
  const second = await page(`?limit=1&cursor=${first.next_cursor ?? ''}`);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(second.next_cursor).toBeUndefined();
  expect(first.data[0]).toMatchObject({ email_id: message.id, webhook_id: endpoint.id, status: 'delivered' });
});

describe('cancel many', () => {
  it('answers for each what one would have', async () => {
    const { pool } = api;
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const [queued, sent] = [
      await insertEmail(pool, { organizationId: api.organizationId, scheduledAt }),
      await insertEmail(pool, { organizationId: api.organizationId, status: 'sent' }),
    ];
    const foreign = await insertEmail(pool, {
      organizationId: (await createOrganization(pool)).id,
      scheduledAt,
    });
    const { body } = await api.post<{ data: { id?: string; error?: { code: string } }[] }>(
      '/emails/cancel',
      api.key,
      {
        ids: [queued, sent, foreign, 'no id', queued],
      },
    );
    expect(body.data.map(({ id, error }) => id ?? error?.code)).toEqual([
      ...[queued, 'not_cancelable', 'not_found', 'not_found', 'not_cancelable'],
    ]);
    const { rows } = await pool.query('SELECT status FROM messages WHERE id = ANY($1) ORDER BY status', [
      [queued, sent, foreign],
    ]);
    expect(rows).toEqual([{ status: 'canceled' }, { status: 'queued' }, { status: 'sent' }]);
  });

  it('refuses none and more than a hundred', async () => {
    for (const ids of [[], Array.from({ length: 101 }, () => newId())])
      expect((await api.post('/emails/cancel', api.key, { ids })).refusal).toBe('422 validation_error');
  });
});

describe('send again', () => {
  const email = () => ({
    from: `Acme <a@${api.domain.name}>`,
    to: ['ada@example.com', 'bob@example.com'],
    cc: 'cy@example.com',
    subject: 'Hello',
    html: '<p>Hi</p>',
    headers: { 'X-Order': '1042' },
    tags: [{ name: 'campaign', value: 'spring' }],
    metadata: { order_id: '1042' },
    attachments: [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain' }],
  });
  const send = async (by = api.key): Promise<string> =>
    (await api.post<{ id: string }>('/emails', by, email())).body.id;
  const again = (id: string, body?: object, by = api.key) =>
    api.post<{ id: string }>(`/emails/${id}/send-again`, by, body);
  const stored = async (id: string): Promise<unknown> => {
    const { rows } = await api.pool.query(
      `SELECT from_header, to_addresses, cc_addresses, subject, tags, mode, status, html, headers, metadata,
              (SELECT json_agg(json_build_array(filename, content, content_type)) FROM message_attachments
                WHERE message_id = id) AS files
         FROM messages JOIN message_contents ON message_id = id WHERE id = $1`,
      [id],
    );
    return rows[0];
  };

  it('makes a new email with the same content and recipients, and records it', async () => {
    const id = await send();
    const { status, body } = await again(id);
    expect(status).toBe(200);
    expect(body.id).not.toBe(id);
    expect(await stored(body.id)).toEqual(await stored(id));
    expect(await audited('message.send_again')).toEqual([
      { target: id, after: { email_id: body.id, to: ['ada@example.com', 'bob@example.com'] } },
    ]);
  });

  it('goes to another address alone, without the original recipients', async () => {
    const { body } = await again(await send(), { to: 'eve@example.com' });
    expect(await stored(body.id)).toMatchObject({ to_addresses: ['eve@example.com'], cc_addresses: [] });
  });

  it('is sent once for one idempotency key, and recorded once', async () => {
    const id = await send();
    const [first, second] = [
      await again(id, { idempotency_key: 'k' }),
      await again(id, { idempotency_key: 'k' }),
    ];
    expect(second.body.id).toBe(first.body.id);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await audited('message.send_again')).toHaveLength(1);
  });

  it('keeps the mode: a test email is simulated again, and a test key sends no live email', async () => {
    const testKey = await api.createKey({ mode: 'test' });
    const { body } = await again(await send(testKey));
    expect(await stored(body.id)).toMatchObject({ mode: 'test' });
    expect((await again(await send(), {}, testKey)).refusal).toBe('403 test_key_not_allowed');
  });

  it('passes the checks of a new email, and refuses what retention deleted', async () => {
    const id = await send();
    expect((await again(id, { to: 'nobody' })).refusal).toBe('422 validation_error');
    await api.pool.query('UPDATE message_attachments SET content = NULL WHERE message_id = $1', [id]);
    expect((await again(id)).refusal).toBe('409 not_resendable');
    await api.pool.query('DELETE FROM message_contents WHERE message_id = $1', [id]);
    expect((await again(id)).refusal).toBe('409 not_resendable');
    expect(await audited('message.send_again')).toEqual([]);
  });
});

describe('export', () => {
  it('is the filtered list as CSV, without formulas, and recorded', async () => {
    const { pool } = api;
    const id = await insertEmail(pool, {
      organizationId: api.organizationId,
      kind: '=1+1',
      to: ['ada@example.com', 'bob@example.com'],
    });
    await insertEmail(pool, { organizationId: api.organizationId, kind: 'other' });
    const { text } = await api.get('/emails/export?kind=%3D1%2B1');
    expect(parse(text, { columns: true })).toEqual([
      expect.objectContaining({
        ...{ id, from: 'Acme <hi@acme.test>', to: 'ada@example.com, bob@example.com', subject: 'Hello' },
        ...{ last_event: 'queued', mode: 'live', kind: "'=1+1", sent_at: '' },
      }),
    ]);
    expect(await audited('message.export')).toEqual([
      { target: api.organizationId, after: { kind: '=1+1' } },
    ]);
  });

  it('ends after 10,000 emails', async () => {
    await api.pool.query(
      `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address,
         subject, recipient_count, status, created_at)
       SELECT id, $2, $2, $2, 'live', 'transactional', 'api', 'a@b.test', 'a@b.test', 's', 1, 'sent', now()
         FROM unnest($1::uuid[]) AS made (id)`,
      [Array.from({ length: 10_100 }, () => newId()), api.organizationId],
    );
    const { text } = await api.get('/emails/export');
    expect(text.split('\n')).toHaveLength(10_002);
  });
});
