import { newId } from '@postrider/contracts/ids';
import { insertRow } from '@postrider/testkit';
import { idAt, type DemoDomains, type DemoShop } from './demo-context';

const recipient = 'marta.lindqvist@gmail.com';
const minuteMs = 60_000;

/** An email that Gmail deferred, then took, and that its reader opened. @returns its id */
export async function demoOrder(
  { pool, organizationId }: DemoShop,
  { transactional }: DemoDomains,
): Promise<string> {
  const createdAt = new Date(Date.now() - 96 * minuteMs);
  const after = (ms: number) => new Date(createdAt.getTime() + ms);
  const id = idAt(createdAt);
  const of = { message_id: id, organization_id: organizationId };
  await insertRow(pool, 'messages', {
    ...{
      id,
      organization_id: organizationId,
      api_key_id: newId(),
      domain_id: transactional.id,
      mode: 'live',
    },
    ...{ lane: 'transactional', source: 'api', kind: 'order-shipped', track_opens: true, track_clicks: true },
    ...{
      from_header: `Harbor Tea <orders@${transactional.name}>`,
      from_address: `orders@${transactional.name}`,
    },
    ...{ subject: 'Your order #10482 is on its way', to_addresses: [recipient], recipient_count: 1 },
    ...{ cc_addresses: [], bcc_addresses: [], tags: JSON.stringify([{ name: 'order', value: '10482' }]) },
    ...{ status: 'delivered', created_at: createdAt, due_at: createdAt, sent_at: after(6 * minuteMs) },
    ...{ message_id_header: `<${id}@${transactional.name}>`, final_at: after(6 * minuteMs), rounds: 2 },
  });
  await insertRow(pool, 'recipients', {
    ...{ ...of, ordinal: 0, address: recipient, address_key: recipient, role: 'to', status: 'delivered' },
    ...{ provider: 'google', updated_at: after(6 * minuteMs) },
  });
  await insertRow(pool, 'message_contents', { ...of, html, text: 'Your order #10482 is on its way.' });
  await insertAttempts({ pool, id, after });
  const event = { ...of, ordinal: 0, recipient, mode: 'live', provider: 'google' };
  for (const [type, ms, more] of [
    ['delivery_delayed', 1_320, { failure_class: 'rate', next_attempt_at: after(6 * minuteMs - 1_000) }],
    ['delivered', 6 * minuteMs, {}],
    ['opened', 11.4 * minuteMs, {}],
    ['clicked', 11.9 * minuteMs, { url: 'https://harbortea.example/orders/10482' }],
  ] as const) {
    const eventId = idAt(after(ms));
    await insertRow(pool, 'email_events', {
      ...event,
      ...more,
      id: eventId,
      type,
      identity: eventId,
      occurred_at: after(ms),
    });
  }
  return id;
}

/** One that Gmail deferred, and one that it accepted. */
async function insertAttempts({
  pool,
  id,
  after,
}: {
  readonly pool: DemoShop['pool'];
  readonly id: string;
  readonly after: (ms: number) => Date;
}): Promise<void> {
  const attempt = { message_id: id, ordinal: 0, worker_id: newId(), transport: 'mx' };
  await insertRow(pool, 'delivery_attempts', {
    ...{ ...attempt, round: 1, started_at: after(700), finished_at: after(1_320), result: 'deferred' },
    ...{ destination: 'gmail-smtp-in.l.google.com', source_address: '192.0.2.25', reply_code: 421 },
    reply: '421 4.7.28 Our system has detected an unusual rate of mail. Please try again later.',
  });
  await insertRow(pool, 'delivery_attempts', {
    ...{ ...attempt, round: 2, started_at: after(6 * minuteMs - 840), finished_at: after(6 * minuteMs) },
    ...{ destination: 'gmail-smtp-in.l.google.com', source_address: '192.0.2.25', result: 'accepted' },
    ...{
      reply_code: 250,
      reply: '250 2.0.0 OK 1764316800 d9443c01a7336-gsmtp',
      tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384 pkix',
    },
  });
}

const html = `<!doctype html><html><body style="margin:0;background:#f4f6f5;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1f2937">
<div style="max-width:520px;margin:24px auto;background:#fff;border-radius:8px;overflow:hidden">
<div style="background:#0f766e;color:#fff;padding:16px 28px;font-size:18px;font-weight:bold">Harbor Tea</div>
<div style="padding:24px 28px"><h1 style="font-size:22px;margin:0 0 12px">Your order is on its way</h1>
<p style="margin:0 0 16px">Hello Marta, order <b>#10482</b> left our warehouse this morning and arrives on Tuesday.</p>
<table style="width:100%;border-collapse:collapse;font-size:15px">
<tr><td style="padding:8px 0;border-top:1px solid #e5e7eb">Smoked Apple, 100 g</td><td style="padding:8px 0;border-top:1px solid #e5e7eb;text-align:right">$14.00</td></tr>
<tr><td style="padding:8px 0;border-top:1px solid #e5e7eb">Roasted Chestnut, 100 g</td><td style="padding:8px 0;border-top:1px solid #e5e7eb;text-align:right">$12.50</td></tr>
<tr><td style="padding:8px 0;border-top:1px solid #e5e7eb"><b>Total</b></td><td style="padding:8px 0;border-top:1px solid #e5e7eb;text-align:right"><b>$26.50</b></td></tr></table>
<p style="margin:20px 0 0"><a href="https://harbortea.example/orders/10482" style="background:#0f766e;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">Track the parcel</a></p>
</div></div></body></html>`;
