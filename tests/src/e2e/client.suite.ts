import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import nodemailer from 'nodemailer';
import { AuthenticationError, NotFoundError, Postrider, ValidationError } from 'postrider';
import { postriderTransport } from 'postrider/nodemailer';
import { verifyWebhook } from 'postrider/webhooks';
import { copiesOf, emailThatIs, message, running, webhookOf } from './running-system';

/** The way to the gateway, on which answers get lost. */
interface LossyWay {
  readonly client: Postrider;
  /** The answers of the next connections are cut off as they begin: what was asked for is done. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
}

let way: LossyWay;

async function startLossyWay(): Promise<LossyWay> {
  const gateway = new URL(running().apiUrl);
  const clients = new Set<Socket>();
  let toLose = 0;
  const server = createServer((client) => {
    clients.add(client);
    const upstream = connect(Number(gateway.port), gateway.hostname);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clients.delete(client);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.on('data', (answer) => {
      if (toLose === 0) return void client.write(answer);
      toLose -= 1;
      client.destroy();
    });
    client.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    client: clientOf(`http://127.0.0.1:${port}`),
    loseAnswers: (count) => {
      toLose = count;
    },
    close: async () => {
      // fetch keeps its connections.
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const clientOf = (baseUrl: string) => new Postrider({ apiKey: running().tenant.keys.live.token, baseUrl });

async function storedBy(subject: string): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM messages WHERE subject = $1';
  const { rows } = await running().pool.query<{ count: number }>(sql, [subject]);
  return rows[0]?.count ?? 0;
}

export function typescriptClient(): void {
  beforeAll(async () => {
    way = await startLossyWay();
  });
  afterAll(() => way.close());

  test('a send whose answers are lost makes one message, and says that it was there', sendOnce);
  test('so does a batch of more than one request, each email once', sendBatchOnce);
  test('a webhook of the system verifies, and none that was changed', verifyReal);
  test('lists and the event stream are read as far as one wants', readLists, 60_000);
  test('refusals are errors that say what is known', refusals);
  test('Nodemailer sends by it, invitations included', sendByNodemailer);
}

async function sendOnce(): Promise<void> {
  const email = { ...message('client@recipients.test'), subject: 'lost twice' };
  way.loseAnswers(2);
  const { id, response } = await way.client.emails.send(email);
  expect(response).toMatchObject({ attempts: 3, replayed: true, unknownFields: [] });
  expect(response.requestId).toBeDefined();
  await emailThatIs('delivered', id);
  expect([copiesOf(id).length, await storedBy('lost twice')]).toEqual([1, 1]);
}

async function sendBatchOnce(): Promise<void> {
  const emails = Array.from({ length: 130 }, (_, n) => ({
    ...message(`client${n}@recipients.test`),
    subject: 'a lost batch',
    ...(n === 3 && { from: 'no-address' }),
  }));
  way.loseAnswers(2);
  const results = await way.client.emails.sendBatch(emails);
  expect(results.filter(({ ok }) => !ok)).toMatchObject([{ index: 3, error: { code: 'invalid_from' } }]);
  expect(await storedBy('a lost batch')).toBe(129);
  const last = results[129];
  if (!last?.ok) throw new Error('the last email was not taken');
  expect((await way.client.emails.get(last.id)).to).toEqual(['client129@recipients.test']);
}

async function verifyReal(): Promise<void> {
  const { id } = await way.client.emails.send(message('answered@recipients.test'));
  const { rawBody, headers } = await webhookOf(id, 'email.delivered');
  const secret = running().tenant.endpoint.signingSecret;
  const verified = await verifyWebhook({ body: rawBody, headers, secret });
  expect(verified).toMatchObject({ ok: true, event: { type: 'email.delivered', data: { email_id: id } } });
  const changed = Buffer.concat([rawBody, Buffer.from(' ')]);
  expect(await verifyWebhook({ body: changed, headers, secret })).toEqual({
    ok: false,
    reason: 'wrong_signature',
  });
}

async function readLists(): Promise<void> {
  const subjects: string[] = [];
  for await (const { subject } of way.client.emails.list({ limit: 50, to: 'client7@recipients.test' })) {
    subjects.push(subject);
  }
  expect(subjects).toEqual(['a lost batch']);
  expect(await way.client.emails.list({ limit: 50 }).toArray({ limit: 120 })).toHaveLength(120);
  const seen: string[] = [];
  let cursor: string | undefined;
  const save = (next: string) => {
    cursor = next;
  };
  for await (const event of way.client.emailEvents.follow({ save, intervalMs: 500 })) {
    seen.push(event.type);
    if (cursor !== undefined) break;
  }
  expect(seen).toContain('email.sent');
}

async function refusals(): Promise<void> {
  const { client } = way;
  await expect(client.emails.get('em_none')).rejects.toThrow(NotFoundError);
  const wrong = clientOf(running().apiUrl).emails.send({ ...message('x@recipients.test'), subject: '' });
  await expect(wrong).rejects.toThrow(ValidationError);
  const stranger = new Postrider({ apiKey: 'pr_live_unknown', baseUrl: running().apiUrl });
  const refused = await stranger.safe.usage.get();
  expect(refused.error).toBeInstanceOf(AuthenticationError);
  expect(refused.error).toMatchObject({ code: 'unauthorized', status: 401, attempts: 1 });
  expect(refused.error?.requestId).toBeDefined();
}

async function sendByNodemailer(): Promise<void> {
  const mailer = nodemailer.createTransport(postriderTransport({ client: way.client }));
  const { from } = message('x@recipients.test');
  const icalEvent = { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' };
  const mail = {
    from,
    to: 'Grace <invited@recipients.test>',
    subject: 'Invitation',
    text: 'Grüße',
    icalEvent,
  };
  const { messageId } = await mailer.sendMail({ ...mail, bcc: 'quiet@recipients.test' });
  await emailThatIs('delivered', messageId);
  const copies = copiesOf(messageId);
  expect(copies.flatMap(({ to }) => to).sort()).toEqual(['invited@recipients.test', 'quiet@recipients.test']);
  expect(copies[0]?.raw.toString('latin1')).toContain('text/calendar');
}
