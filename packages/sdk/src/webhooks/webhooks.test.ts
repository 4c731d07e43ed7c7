import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { signWebhook, type WebhookToSign } from '../testing';
import {
  expressWebhook,
  verifyWebhook,
  webhookHandler,
  type WebhookEvent,
  type WebhookToVerify,
} from './index';

const secret = 'whsec_first';
const now = new Date('2026-05-01T12:00:00Z');
const data = {
  email_id: 'em_1',
  mode: 'live',
  from: 'a@example.com',
  to: ['b@example.com'],
  subject: 'Hi',
  recipient: 'b@example.com',
};
const signed = () => signWebhook({ secret, type: 'email.bounced', data, now, deliveryId: 'del_1' });

async function verify(changes: Partial<WebhookToVerify> = {}) {
  return verifyWebhook({ ...(await signed()), secret, now, ...changes });
}

/** Signed by other means than those of this package. */
const signature = (body: string, key: string, t = now.getTime() / 1_000) =>
  `v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;

describe('verifyWebhook', () => {
  it('takes what the API signed, as text, bytes and request', async () => {
    const { body, headers } = await signed();
    const bytes = new TextEncoder().encode(body);
    const request = () => new Request('https://shop.test/hook', { method: 'POST', body, headers });
    for (const webhook of [
      { body },
      { body: bytes },
      { body: bytes.buffer },
      { body: Buffer.from(body) },
      { body: request(), headers: undefined },
    ]) {
      const verified = await verify(webhook);
      expect(verified).toMatchObject({
        ok: true,
        deliveryId: 'del_1',
        event: { type: 'email.bounced', data },
      });
    }
    expect(headers['postrider-signature']).toBe(`t=${now.getTime() / 1_000},${signature(body, secret)}`);
  });

  it('takes one of two signatures and one of several secrets, while a secret is replaced', async () => {
    const { body, headers } = await signed();
    const both = `t=${now.getTime() / 1_000},${signature(body, 'whsec_second')},${signature(body, secret)}`;
    expect(
      await verify({ headers: { ...headers, 'Postrider-Signature': '', 'postrider-signature': both } }),
    ).toMatchObject({ ok: true });
    expect(await verify({ secret: undefined, secrets: ['whsec_other', secret] })).toMatchObject({ ok: true });
    expect(await verify({ secret: 'whsec_other' })).toEqual({ ok: false, reason: 'wrong_signature' });
  });

  it('refuses what was changed, even by a space', async () => {
    const { body } = await signed();
    for (const changed of [
      `${body} `,
      body.replace('b@', 'c@'),
      JSON.stringify(JSON.parse(body), null, 1),
      '',
    ])
      expect(await verify({ body: changed })).toEqual({ ok: false, reason: 'wrong_signature' });
  });

  it.each([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('a signature %i seconds old: %s', async (ageSeconds, ok) => {
    const later = new Date(now.getTime() + ageSeconds * 1_000);
    const verified = await verify({ now: later });
    expect(verified).toMatchObject(ok ? { ok } : { ok, reason: 'too_old' });
    expect((await verify({ now: later, toleranceSeconds: 301 })).ok).toBe(true);
  });

  it.each([
    '',
    't=1',
    'v1=00',
    't=x,v1=00',
    't=1e9,v1=zz',
    `t=1777636800,v2=${'0'.repeat(64)}`,
    't=1777636800,v1=',
  ])('finds no signature in %j', async (header) => {
    expect(await verify({ headers: { 'postrider-signature': header } })).toEqual({
      ok: false,
      reason: 'no_signature',
    });
  });

  it('fails closed without a secret', async () => {
    for (const none of [
      { secret: undefined },
      { secret: '' },
      { secrets: [''] },
      { secrets: [undefined as unknown as string] },
    ])
      expect(await verify(none)).toEqual({ ok: false, reason: 'no_secret' });
  });

  it('says when the body is not the one that was sent', async () => {
    const { body } = await signed();
    const used = new Request('https://shop.test', { method: 'POST', body });
    await used.text();
    for (const parsed of [JSON.parse(body) as never, used, undefined as never, null as never])
      expect(await verify({ body: parsed })).toEqual({ ok: false, reason: 'body_not_raw' });
    expect(await verify({ body: 'x'.repeat(1_000_001) })).toEqual({ ok: false, reason: 'body_too_large' });
  });

  it('reads no more of a request than a webhook can have', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => (pulled++, stream.enqueue(new Uint8Array(100_000))),
    });
    const request = new Request('https://shop.test', {
      method: 'POST',
      body: endless,
      duplex: 'half',
    });
    expect(await verify({ body: request })).toEqual({ ok: false, reason: 'body_too_large' });
    expect(pulled).toBeLessThan(20);
  });

  it('looks at five signatures at most', async () => {
    const { body } = await signed();
    const wrong = Array<string>(5)
      .fill(`v1=${'0'.repeat(64)}`)
      .join(',');
    const header = `t=${now.getTime() / 1_000},${wrong},${signature(body, secret)}`;
    expect(await verify({ headers: { 'postrider-signature': header } })).toEqual({
      ok: false,
      reason: 'wrong_signature',
    });
  });

  it('gives an event of next year as unknown, and what is none as unreadable', async () => {
    const verifyText = (body: string) =>
      verify({
        body,
        headers: { 'postrider-signature': `t=${now.getTime() / 1_000},${signature(body, secret)}` },
      });
    const news = { type: 'email.read_aloud', created_at: '2027-01-01T00:00:00.000Z', data: { by: 'x' } };
    expect(await verifyText(JSON.stringify(news))).toMatchObject({
      ok: true,
      event: { type: 'unknown', event_type: 'email.read_aloud', data: { by: 'x' } },
    });
    for (const none of [
      '{',
      'null',
      '[]',
      '{"type":1,"data":{}}',
      '{"type":"email.sent"}',
      '{"type":"toString","data":null}',
    ])
      expect(await verifyText(none)).toEqual({ ok: false, reason: 'unreadable' });
  });
});

describe('handlers', () => {
  const seen: [WebhookEvent, string][] = [];
  const refused: string[] = [];
  const options = {
    secret,
    onEvent: (event: WebhookEvent, deliveryId: string) => {
      if (deliveryId === 'del_fails') throw new Error('the database is away');
      seen.push([event, deliveryId]);
    },
    onRefused: ({ reason }: { reason: string }) => void refused.push(reason),
  };
  beforeEach(() => {
    seen.length = 0;
    refused.length = 0;
  });
  const fresh = (deliveryId = 'del_1') => signWebhook({ secret, type: 'email.bounced', data, deliveryId });

  it('of Fetch answer 204, 401, or fail', async () => {
    const post = async (webhook: { body: string; headers: Readonly<Record<string, string>> }) =>
      (await webhookHandler(options)(new Request('https://shop.test', { method: 'POST', ...webhook })))
        .status;
    expect(await post(await fresh())).toBe(204);
    expect(seen).toMatchObject([[{ type: 'email.bounced' }, 'del_1']]);
    expect(await post({ ...(await fresh()), body: '{}' })).toBe(401);
    expect(refused).toEqual(['wrong_signature']);
    await expect(post(await fresh('del_fails'))).rejects.toThrow('the database is away');
  });

  it.each<[string, { webhook: Partial<WebhookToSign>; change?: object; with?: object; reason: string }]>([
    ['signed with another secret', { webhook: { secret: 'whsec_other' }, reason: 'wrong_signature: No sig' }],
    ['changed', { webhook: {}, change: { body: '{"a":"b"}' }, reason: 'wrong_signature: No sig' }],
    [
      'signed an hour ago',
      { webhook: { now: new Date(Date.now() - 3_600_000) }, reason: 'too_old: The sig' },
    ],
    ['signed in an hour', { webhook: { now: new Date(Date.now() + 3_600_000) }, reason: 'too_old: The sig' }],
    ['without a signature', { webhook: {}, change: { headers: {} }, reason: 'no_signature: The header' }],
    [
      'with half a signature',
      {
        webhook: {},
        change: { headers: { 'postrider-signature': 't=1' } },
        reason: 'no_signature: The header',
      },
    ],
    ['without a secret here', { webhook: {}, with: { secret: '' }, reason: 'no_secret: This endpoint' }],
    ['too large', { webhook: {}, change: { body: 'x'.repeat(1_000_001) }, reason: 'body_too_large: The' }],
  ])('say why they refuse a webhook: %s', async (_, { webhook, change, with: changed, reason }) => {
    const signedFor = await signWebhook({ secret, type: 'email.bounced', data, ...webhook });
    const sent = { method: 'POST', ...signedFor, ...change };
    const handling = { ...options, ...changed };
    const response = await webhookHandler(handling)(new Request('https://shop.test', sent));
    const server = createServer((request, answer) => void expressWebhook(handling)(request, answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const over = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent);
    for (const each of [response, over]) {
      const text = await each.text();
      expect([each.status, each.headers.get('content-type')]).toEqual([401, 'text/plain; charset=utf-8']);
      expect(text.startsWith(reason)).toBe(true);
      expect(text).not.toMatch(/whsec_|[0-9a-f]{16}/);
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each<[string, { before: RequestHandler[]; status: number; reason?: string }]>([
    ['without a parser', { before: [], status: 204 }],
    ['behind express.raw()', { before: [express.raw({ type: '*/*', limit: '9mb' })], status: 204 }],
    ['behind express.json()', { before: [express.json()], status: 500, reason: 'body_not_raw' }],
    [
      'behind a parser of Express 4 that left it alone',
      {
        before: [
          (request, _response, next) => {
            request.body = {};
            next();
          },
        ],
        status: 204,
      },
    ],
  ])('of Express, %s', async (_, { before, status, reason }) => {
    const app = express();
    // Its own handler of errors prints them.
    app.set('env', 'test');
    app.post('/hook', ...before, expressWebhook(options));
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      const answered = await fetch(url, { method: 'POST', ...(await fresh()) });
      expect(answered.status).toBe(status);
      expect(refused[0]).toBe(reason);
      if (status === 500)
        expect(await answered.text()).toContain('Register this route before express.json()');
      if (status === 204) {
        expect((await fetch(url, { method: 'POST', ...(await fresh('del_fails')) })).status).toBe(500);
        expect(
          (await fetch(url, { method: 'POST', ...(await fresh()), body: 'x'.repeat(2_000_000) })).status,
        ).toBe(401);
      }
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
