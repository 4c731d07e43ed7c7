import assert from 'node:assert';
import { classifySmtpReply } from '@postrider/mail';
import type { ProviderAnswer } from '@postrider/testkit';
import { options } from './options';
import { send } from './send';
import { useProviderServer } from '../../test/use-provider-server';

const accepted: ProviderAnswer = { status: 200, body: { id: '<1@x.test>', message: 'Queued. Thank you.' } };

const setUp = useProviderServer(() => accepted);

const settings = {
  ...{ MAILGUN_API_KEY: '', MAILGUN_DOMAIN: '', MAILGUN_EU: false, MAILGUN_ENDPOINT: '' },
};

function mailgun({ endpoint = setUp.server.url, timeoutMs = 10_000, eu = false } = {}) {
  const account = {
    name: 'mailgun',
    options: { domain: 'mg.x.test', eu, connections: 1 },
    secret: 'key-secret',
  };
  const [unit] = send(account, {
    settings: { ...settings, MAILGUN_ENDPOINT: endpoint },
    http: setUp.http,
    timeoutMs,
  });
  assert(unit);
  return unit.api;
}

const message = [
  'DKIM-Signature: v=1; b=abc',
  'From: shop@x.test',
  'To: jane@example.test',
  'Message-ID: <1@x.test>',
  'Subject: Hi',
  '',
  'Hello',
  '',
].join('\r\n');
const mail = { recipient: 'jane@example.test', token: 'b+abc234', octets: Buffer.from(message) };

it('sends the message as it was composed and signed, with the token as a variable and without tracking', async () => {
  const { outcome } = await mailgun().send(mail);
  expect(outcome).toMatchObject({
    kind: 'accepted',
    assigned: { providerMessageId: '1@x.test', messageIdHeader: '<1@x.test>' },
  });
  const call = setUp.server.calls.at(-1);
  expect(call?.path).toBe('/v3/mg.x.test/messages.mime');
  expect(call?.headers.authorization).toBe(`Basic ${Buffer.from('api:key-secret').toString('base64')}`);
  const form = await new Response(call?.text, {
    headers: { 'content-type': call?.headers['content-type'] ?? '' },
  }).formData();
  const { message: file, ...fields } = Object.fromEntries(form);
  expect(fields).toEqual({
    to: 'jane@example.test',
    'o:tracking': 'no',
    'o:tracking-clicks': 'no',
    'o:tracking-opens': 'no',
    'v:postrider': 'abc234',
  });
  assert(file instanceof Blob);
  expect(await file.text()).toBe(message);
});

it.each([
  [false, 'mailgun:api.mailgun.net'],
  [true, 'mailgun:api.eu.mailgun.net'],
])('calls the API of its region (EU: %p)', (eu, peer) => {
  expect(mailgun({ endpoint: '', eu }).peer).toBe(peer);
});

it('needs a domain where settings give a key', () => {
  expect(options.fromSettings({ ...settings, MAILGUN_DOMAIN: 'mg.x.test' })).toBeNull();
  expect(() => options.fromSettings({ ...settings, MAILGUN_API_KEY: 'k' })).toThrow('MAILGUN_DOMAIN');
});

const errors: readonly (readonly [number, unknown, string, string | undefined])[] = [
  [400, { message: 'to parameter is not a valid address. please check documentation' }, 'bounced', undefined],
  [401, 'Forbidden', 'deferred platform', 'outage'],
  [402, { message: 'Payment required' }, 'deferred platform', 'blocked'],
  [403, { message: 'Invalid private key' }, 'deferred platform', 'outage'],
  [403, { message: 'Domain mg.x.test is not allowed to send' }, 'deferred platform', 'blocked'],
  [400, { message: 'Account mg.x.test is disabled' }, 'deferred platform', 'blocked'],
  [404, { message: 'Domain not found: mg.x.test' }, 'deferred platform', 'outage'],
  [413, { message: 'Request entity too large' }, 'bounced size', undefined],
  [429, { message: 'Too many requests' }, 'deferred rate', undefined],
  [500, { message: 'Internal error' }, 'deferred system', 'outage'],
];

it.each(errors)('%i %j is %s, of the transport: %s', async (...row) => {
  const [status, body, meaning, cause] = row;
  setUp.server.behave(() => ({ status, body, headers: { 'retry-after': '30' } }));
  const { outcome, failure, conversation } = await mailgun().send(mail);
  assert(outcome.kind === 'refused');
  const found = classifySmtpReply({ ...outcome.reply, stage: 'data' });
  expect(`${found.outcome} ${found.class}`).toContain(meaning);
  expect(found.suppression).toBeNull();
  expect(failure?.cause).toBe(cause);
  expect(conversation.join()).not.toContain('secret');
  if (status === 429) expect(found.retryHintMs).toBe(30_000);
});

it('reports that nothing was sent when Mailgun cannot be reached', async () => {
  const { outcome } = await mailgun({ endpoint: 'http://127.0.0.1:1' }).send(mail);
  expect(outcome).toMatchObject({ kind: 'broken', endSent: false });
});

it.each(['cut', 'hang'] as const)('reports an unknown outcome when the answer is: %s', async (how) => {
  setUp.server.behave(() => how);
  const { outcome, failure } = await mailgun({ timeoutMs: 500 }).send(mail);
  expect(outcome).toMatchObject({ kind: 'broken', endSent: true });
  expect(failure?.cause).toBe('outage');
});
