import { classifySmtpReply } from '@postrider/mail';
import { rawOfSesCall, sesAnswers } from '@postrider/testkit';
import type { ProviderApi } from '../calls/provider-api';
import { createSesRegion } from './ses-region';
import { useProviderServer } from '../../test/use-provider-server';

const apis: ProviderApi[] = [];

const setUp = useProviderServer(() => sesAnswers.accepted('0102-abc'));
afterAll(() => apis.forEach((api) => api.close()));

function region(
  name: string,
  overrides: { isPrimary?: boolean; endpoint?: string; timeoutMs?: number } = {},
): ProviderApi {
  const api = createSesRegion({
    ...{
      region: name,
      isPrimary: true,
      endpoint: setUp.server.url,
      configurationSet: 'events',
      http: setUp.http,
    },
    ...{ credentials: { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret' }, timeoutMs: 10_000 },
    ...overrides,
  });
  apis.push(api);
  return api;
}

const signature = 'DKIM-Signature: v=1; a=rsa-sha256;\r\n\tb=abc\r\n';
const message = 'From: shop@x.test\r\nTo: jane@example.test\r\nSubject: Hi\r\n\r\nHello\r\n';
const mail = {
  recipient: 'jane@example.test',
  token: 'b+abc234',
  octets: Buffer.from(signature + signature + message),
};

it('sends the raw message to one recipient, with the token as a tag, signed for its region', async () => {
  const answer = await region('eu-west-1').send(mail);
  expect(answer.outcome).toMatchObject({ kind: 'accepted', reply: { code: 250 } });
  const call = setUp.server.calls.at(-1);
  expect(call).toMatchObject({
    path: '/v2/email/outbound-emails',
    region: 'eu-west-1',
    body: {
      Destination: { ToAddresses: ['jane@example.test'] },
      EmailTags: [{ Name: 'postrider', Value: 'abc234' }],
      ConfigurationSetName: 'events',
    },
  });
});

it('leaves out our signatures, which its own Message-ID and Date would break', async () => {
  await region('eu-west-1').send(mail);
  const call = setUp.server.calls.at(-1);
  expect(call && rawOfSesCall(call)).toBe(message);
});

it.each([
  ['us-east-1', true, '<0102-abc@email.amazonses.com>'],
  ['eu-west-1', true, '<0102-abc@eu-west-1.amazonses.com>'],
  ['eu-west-1', false, null],
])('in %s (primary: %p) recipients see the Message-ID %s', async (name, isPrimary, messageIdHeader) => {
  const { outcome } = await region(name, { isPrimary }).send(mail);
  expect(outcome).toMatchObject({ assigned: { providerMessageId: '0102-abc', messageIdHeader } });
});

const errors: readonly (readonly [number, string, string, string, string | undefined])[] = [
  [400, 'MessageRejected', 'The message contains a virus', 'bounced content', undefined],
  [400, 'BadRequestException', 'Local address contains control or whitespace', 'bounced', undefined],
  [400, 'MessageRejected', 'Email address is not verified: shop@x.test', 'deferred platform', undefined],
  [400, 'MailFromDomainNotVerifiedException', 'bounce.x.test', 'deferred platform', undefined],
  [429, 'TooManyRequestsException', 'Maximum sending rate exceeded.', 'deferred rate', undefined],
  [400, 'ThrottlingException', 'Rate exceeded', 'deferred rate', undefined],
  [429, 'TooManyRequestsException', 'Daily message quota exceeded.', 'deferred platform', 'blocked'],
  [400, 'AccountSuspendedException', 'Suspended', 'deferred platform', 'outage'],
  [400, 'SendingPausedException', 'Paused', 'deferred platform', 'outage'],
  [404, 'NotFoundException', 'Configuration set <events> does not exist.', 'deferred platform', 'outage'],
  [403, 'InvalidClientTokenId', 'The security token is invalid.', 'deferred platform', 'outage'],
  [403, 'AccessDeniedException', 'Not authorized', 'deferred platform', 'outage'],
  [500, 'InternalServiceErrorException', 'Later', 'deferred system', 'outage'],
  [503, 'ServiceUnavailable', 'Later', 'deferred system', 'outage'],
];

it.each(errors)('%i %s: %s is %s, of the transport: %s', async (...row) => {
  const [status, type, text, meaning, cause] = row;
  setUp.server.behave(() => sesAnswers.failed(status, type, text));
  const { outcome, failure } = await region('eu-west-1').send(mail);
  expect(outcome.kind).toBe('refused');
  if (outcome.kind !== 'refused') return;
  const found = classifySmtpReply({ ...outcome.reply, stage: 'data' });
  expect(`${found.outcome} ${found.class}`).toContain(meaning);
  expect(found.suppression).toBeNull();
  expect(outcome.reply.text).toContain(`${type}: ${text}`);
  expect(failure?.cause).toBe(cause);
});

it('says that nothing left when it cannot be reached', async () => {
  const { outcome, failure } = await region('eu-west-1', { endpoint: 'http://127.0.0.1:1' }).send(mail);
  expect(outcome).toMatchObject({ kind: 'broken', endSent: false });
  expect(failure?.cause).toBe('outage');
});

it.each(['cut', 'hang'] as const)(
  'does not know the result of a request whose answer is: %s',
  async (how) => {
    setUp.server.behave(() => how);
    const before = setUp.server.calls.length;
    const { outcome } = await region('eu-west-1', { timeoutMs: 500 }).send(mail);
    expect(outcome).toMatchObject({ kind: 'broken', endSent: true });
    // There was no second try.
    expect(setUp.server.calls.length).toBe(before + 1);
  },
);

it('an error of Amazon SES contains no credentials', async () => {
  setUp.server.behave(() => sesAnswers.failed(403, 'InvalidSignatureException', 'no'));
  expect(JSON.stringify(await region('eu-west-1').send(mail))).not.toMatch(/secret|Credential=/);
});
