import { createSign, generateKeyPairSync } from 'node:crypto';
import { providerNames, providerVerifySettings } from '@postrider/providers';
import { createCertificate, eventually } from '@postrider/testkit';
import { z } from 'zod';
import {
  certificateUrl,
  snsHost,
  startSnsServer,
  subscription,
  topic,
  type SnsServer,
} from '../../test/sns-server';
import { startTestApi, type TestApi } from '../../test/test-api';
import { createTurnedClock } from '../../test/turned-clock';

const sendgrid = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const clock = createTurnedClock();
const hourMs = 3_600_000;

let sns: SnsServer;
let api: TestApi;
let off: TestApi;
beforeAll(async () => {
  sns = await startSnsServer();
  const providerEvents = {
    settings: z.object(providerVerifySettings).parse({
      SES_EVENT_TOPICS: topic,
      SENDGRID_WEBHOOK_KEY: sendgrid.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    }),
    httpClient: sns.httpClient,
  };
  api = await startTestApi({ clock, limits: { providerEvents } });
  off = await startTestApi({ replicaOf: api });
});
beforeEach(async () => {
  sns.status = null;
  // Refusals of the test before are forgotten, and so are certificates that were none.
  clock.forward(61_000);
  await api.context.pool.query('TRUNCATE inbound_spool, inbound_spool_contents');
});
afterAll(async () => {
  await off.close();
  await api.close();
  await sns.close();
});

async function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${api.url}${path}`, { method: 'POST', body: text, headers });
  await answer.arrayBuffer();
  return answer.status;
}
const toSes = (message: unknown) => post('/provider-events/ses', message);

interface Stored {
  readonly source: string;
  readonly raw: string;
  readonly status: string;
}

async function stored(): Promise<Stored[]> {
  const { rows } = await api.context.pool.query<Stored>(
    `SELECT s.source, convert_from(c.raw, 'UTF8') AS raw, s.status
     FROM inbound_spool s JOIN inbound_spool_contents c ON c.mail_id = s.id ORDER BY s.id`,
  );
  return rows;
}

function signedBySendgrid(body: string, { key = sendgrid.privateKey, at = clock.now(), signed = body } = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': createSign('sha256')
      .update(timestamp + signed)
      .sign(key, 'base64'),
  };
}
const toSendgrid = (body: string, options: Parameters<typeof signedBySendgrid>[1] = {}) =>
  post('/provider-events/sendgrid', body, signedBySendgrid(body, options));

describe('a notification of Amazon SNS', () => {
  it.each(['1', '2'])(
    'with a signature of version %s is committed as it came before the 200',
    async (version) => {
      const body = JSON.stringify(sns.message({ SignatureVersion: version, Subject: 'Grüße' }));
      expect(await toSes(body)).toBe(200);
      expect(await stored()).toEqual([{ source: 'ses', raw: body, status: 'received' }]);
    },
  );

  it('asks for its certificate once, however many come', async () => {
    expect(await Promise.all(Array.from({ length: 5 }, () => toSes(sns.message())))).toEqual([
      200, 200, 200, 200, 200,
    ]);
    expect(sns.asked.filter((path) => path === new URL(certificateUrl).pathname)).toHaveLength(1);
    expect(await stored()).toHaveLength(5);
  });

  it.each<[string, () => Record<string, unknown> | string]>([
    ['without a signature', () => ({ ...sns.message(), Signature: undefined })],
    ['with another text than was signed', () => ({ ...sns.message(), Message: '{"eventType":"Complaint"}' })],
    [
      'with a signature of an unknown key',
      () => sns.message({ Signature: Buffer.alloc(256, 7).toString('base64') }),
    ],
    ['of another topic of Amazon', () => sns.message({ TopicArn: topic.replace('mail', 'other') })],
    [
      'of a day before yesterday',
      () => sns.message({ Timestamp: new Date(clock.now().getTime() - 26 * hourMs).toISOString() }),
    ],
    [
      'of tomorrow',
      () => sns.message({ Timestamp: new Date(clock.now().getTime() + 24 * hourMs).toISOString() }),
    ],
    ['of no time', () => sns.message({ Timestamp: 'now' })],
    ['that is no JSON', () => 'Type=Notification'],
    ['that is half of one', () => JSON.stringify(sns.message()).slice(0, -20)],
    ['of a version that there is not', () => ({ ...sns.message(), SignatureVersion: '3' })],
  ])('%s is refused, and nothing of it is stored', async (_, message) => {
    expect(await toSes(message())).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['by http', certificateUrl.replace('https', 'http')],
    ['of another host', 'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem'],
    ['of a bucket of Amazon', 'https://sns.s3.amazonaws.com/a.pem'],
    ['of another region', certificateUrl.replace('eu-west-1', 'us-east-1')],
    ['on another port', `https://${snsHost}:8443/a.pem`],
    ['behind a password', `https://a:b@${snsHost}/a.pem`],
    ['that is something else', `https://${snsHost}/?Action=ListTopics&x=.pem`],
  ])('with a certificate %s is refused without asking for it', async (_, SigningCertURL) => {
    const before = sns.asked.length;
    expect(await toSes(sns.message({ SigningCertURL }))).toBe(403);
    expect(sns.asked).toHaveLength(before);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['of another host', { commonName: 'mail.example' }],
    ['of a name like it', { commonName: 'sns.amazonaws.com.evil.example' }],
    ['that is over', { commonName: 'sns.amazonaws.com', validTo: new Date(Date.now() - 1_000) }],
  ])('signed by a certificate %s is refused', async (name, options) => {
    const { certPem } = await createCertificate(options);
    const path = `/${name.replaceAll(' ', '-')}.pem`;
    sns.files.set(path, certPem);
    expect(await toSes(sns.message({ SigningCertURL: `https://${snsHost}${path}` }))).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('comes again when its certificate is not to be had', async () => {
    sns.status = 503;
    expect(await toSes(sns.message({ SigningCertURL: `https://${snsHost}/new.pem` }))).toBe(503);
    expect(await stored()).toEqual([]);
  });

  it('that names certificates without end asks Amazon for thirty a minute', async () => {
    const before = sns.asked.length;
    const answers: number[] = [];
    clock.stop();
    for (let n = 0; n < 35; n += 1) {
      answers.push(await toSes(sns.message({ SigningCertURL: `https://${snsHost}/none-${n}.pem` })));
    }
    expect(sns.asked.length - before).toBe(30);
    clock.go();
    expect(new Set(answers)).toEqual(new Set([403, 503]));
  });
});

describe('a subscription', () => {
  it('of a topic that is named is confirmed where Amazon says', async () => {
    expect(await toSes(sns.message(subscription()))).toBe(200);
    expect(sns.asked.at(-1)).toContain('/?Action=ConfirmSubscription&TopicArn=');
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['elsewhere', { SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription' }],
    [
      'of another topic',
      {
        SubscribeURL: `https://${snsHost}/?Action=ConfirmSubscription&TopicArn=${topic}2&Token=${'a'.repeat(64)}`,
      },
    ],
    [
      'by another action',
      { SubscribeURL: `https://${snsHost}/?Action=Publish&TopicArn=${topic}&Token=${'a'.repeat(64)}` },
    ],
  ])('is not confirmed %s', async (_, given) => {
    const before = sns.asked.length;
    expect(await toSes(sns.message(subscription(given)))).toBe(403);
    expect(sns.asked).toHaveLength(before);
  });

  it('that Amazon does not confirm now comes again, and one that ends is only noted', async () => {
    expect(await toSes(sns.message(subscription()))).toBe(200);
    sns.status = 500;
    expect(await toSes(sns.message(subscription()))).toBe(503);
    expect(await toSes(sns.message(subscription({ Type: 'UnsubscribeConfirmation' })))).toBe(200);
    expect(await stored()).toEqual([]);
  });
});

describe('events of SendGrid', () => {
  const body = '[{"event":"delivered"}]\r\n';

  it('are committed as they came', async () => {
    expect(await toSendgrid(body)).toBe(200);
    expect(await stored()).toEqual([{ source: 'sendgrid', raw: body, status: 'received' }]);
  });

  it.each<[string, Parameters<typeof signedBySendgrid>[1]]>([
    ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['with another body than was signed', { signed: '[{"event":"delivered"}]' }],
    ['of a day before yesterday', { at: new Date(Date.now() - 26 * hourMs) }],
    ['of tomorrow', { at: new Date(Date.now() + 24 * hourMs) }],
  ])('%s are refused, and nothing of them is stored', async (_, options) => {
    expect(await toSendgrid(body, options)).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('without a signature, or with half of one, are refused', async () => {
    const { 'x-twilio-email-event-webhook-timestamp': timestamp } = signedBySendgrid(body);
    expect(await post('/provider-events/sendgrid', body)).toBe(403);
    expect(
      await post('/provider-events/sendgrid', body, { 'x-twilio-email-event-webhook-timestamp': timestamp }),
    ).toBe(403);
    expect(
      await post('/provider-events/sendgrid', body, {
        ...signedBySendgrid(body),
        'x-twilio-email-event-webhook-signature': 'AAAA',
      }),
    ).toBe(403);
    expect(await stored()).toEqual([]);
  });
});

it('too much at once, compressed, or by another method is not looked at', async () => {
  const large = `[${' '.repeat(1_100_000)}]`;
  expect(await toSendgrid(large)).toBe(413);
  expect(await post('/provider-events/ses', '{}', { 'content-encoding': 'gzip' })).toBe(415);
  const answer = await fetch(`${api.url}/provider-events/ses`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await stored()).toEqual([]);
});

it('refuses a client for the rest of a minute after sixty forged requests', async () => {
  clock.stop();
  for (let n = 0; n < 60; n += 1) expect(await toSes('{}')).toBe(403);
  expect(await toSes(sns.message())).toBe(429);
  clock.go();
  clock.forward(61_000);
  expect(await toSes(sns.message())).toBe(200);
});

it('there are no such endpoints where no provider is configured', async () => {
  for (const name of [...providerNames, 'nowhere']) {
    const answer = await fetch(`${off.url}/provider-events/${name}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  }
});

it('publishes a job for each notification once it is committed', async () => {
  const before = api.inboundJobs.length;
  expect(await toSes(sns.message())).toBe(200);
  await eventually(() => api.inboundJobs.length > before, { what: 'a job' });
  const { rows } = await api.context.pool.query<{ id: string }>('SELECT id FROM inbound_spool');
  expect(api.inboundJobs.slice(before)).toEqual([{ mails: rows }]);
});

// The last one: it turns the clock by a day.
it('a message is taken by a certificate that was good a day ago while it cannot be fetched', async () => {
  expect(await toSes(sns.message({ Timestamp: clock.now().toISOString() }))).toBe(200);
  clock.forward(25 * hourMs);
  sns.status = 503;
  expect(await toSes(sns.message({ Timestamp: clock.now().toISOString() }))).toBe(200);
  sns.status = 404;
  expect(await toSes(sns.message({ Timestamp: clock.now().toISOString() }))).toBe(403);
});
