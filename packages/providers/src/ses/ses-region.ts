import { Readable } from 'node:stream';
import { SendEmailCommand, SESv2Client, type SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import type { HttpClient } from '@postrider/http-client';
import { providerTagName, providerTagValue } from '@postrider/mail';
import {
  brokenCall,
  refusedCall,
  type AnswerInWords,
  type ApiAnswer,
  type ProviderApi,
} from '../calls/provider-api';

export interface SesRegionOptions {
  readonly region: string;
  /** Where Message-IDs are known by their form. */
  readonly isPrimary: boolean;
  /** Null: Amazon's own. */
  readonly endpoint: string | null;
  /** Null: where the SDK looks by itself (environment, profile, instance role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Its event destinations report what happened to the mail. */
  readonly configurationSet: string | null;
  readonly http: HttpClient;
  readonly timeoutMs: number;
}

/** An answer is a few hundred octets. */
const answerBytesMax = 65_536;

/** Amazon SES v2 in one region: SendEmail with the raw message, one recipient a call. */
export function createSesRegion(options: SesRegionOptions): ProviderApi {
  const { region, endpoint, credentials } = options;
  const what = `Amazon SES in ${region}`;
  const peer = `ses:${region}`;
  const sent = new WeakSet<AbortSignal>();
  const client = new SESv2Client({
    region,
    // Another try is a delivery round of its own, with an attempt that is recorded first.
    maxAttempts: 1,
    requestHandler: createHandler(options, sent),
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
  });

  return {
    peer,
    send: async ({ recipient, token, octets }) => {
      // Names the call to the handler below.
      const { signal } = new AbortController();
      const command = new SendEmailCommand({
        Destination: { ToAddresses: [recipient] },
        Content: { Raw: { Data: withoutOwnSignatures(octets) } },
        EmailTags: [{ Name: providerTagName, Value: providerTagValue(token) }],
        ...(options.configurationSet !== null && { ConfigurationSetName: options.configurationSet }),
      });
      const asked = `C: SendEmail to <${recipient}> at ${what}`;
      try {
        const { MessageId = null } = await client.send(command, { abortSignal: signal });
        return accepted(MessageId, { ...options, asked });
      } catch (error) {
        const status = statusOf(error);
        if (status === undefined && !isOfCredentials(error)) {
          const answer = brokenCall(error, { isSent: sent.has(signal), what });
          return { ...answer, conversation: [asked, ...answer.conversation] };
        }
        return refusedCall(inWords(error as Error, { status: status ?? 0, what, asked }));
      }
    },
    close: () => client.destroy(),
  };
}

function accepted(
  messageId: string | null,
  { region, isPrimary, asked }: Pick<SesRegionOptions, 'region' | 'isPrimary'> & { readonly asked: string },
): ApiAnswer {
  const text = `2.0.0 ${messageId ?? 'accepted'}`;
  const isKnown = isPrimary && messageId !== null;
  return {
    outcome: {
      kind: 'accepted',
      reply: { code: 250, text },
      assigned: {
        providerMessageId: messageId,
        messageIdHeader: isKnown ? `<${messageId}@${messageIdDomain(region)}>` : null,
      },
    },
    conversation: [asked, `S: 200 ${messageId ?? ''}`],
  };
}

/** The right-hand side of Message-IDs; the oldest region has a name of its own. */
function messageIdDomain(region: string): string {
  return region === 'us-east-1' ? 'email.amazonses.com' : `${region}.amazonses.com`;
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

function isOfCredentials(error: unknown): boolean {
  return error instanceof Error && /^Credentials|TokenProvider|InvalidIdentityToken/.test(error.name);
}

/**
 * What an error says about this mail, by a number that the classifier knows. 530: about our account, so that no mail
 * bounces for it. Only what is known to be about the mail itself is 5xx otherwise.
 */
function inWords(
  { name, message }: Error,
  { status, what, asked }: { readonly status: number; readonly what: string; readonly asked: string },
): AnswerInWords {
  const said = `${name}: ${message}`;
  const conversation = [asked, `S: ${status} ${said}`];
  const outage = { code: 530, text: `5.7.0 ${what}: ${said}`, conversation, failure: 'outage' } as const;
  switch (name) {
    case 'TooManyRequestsException':
    case 'ThrottlingException':
    case 'Throttling':
    case 'LimitExceededException':
      // A quota of a day is no matter of haste: until it is over, another way has to take the mail.
      if (/daily|24.?hour|quota/i.test(message)) return { ...outage, failure: 'blocked' };
      return { code: 450, text: `4.7.28 ${what}: ${said}`, conversation };
    case 'MessageRejected':
    case 'MailFromDomainNotVerifiedException':
      // An identity that is not registered is for us to put right, and only its own domain's mail waits.
      if (name !== 'MessageRejected' || /not verified/i.test(message)) {
        return { code: 530, text: `5.7.0 ${what}: ${said}`, conversation };
      }
      return { code: 554, text: `5.6.0 ${what}: ${said}`, conversation };
    case 'BadRequestException':
      return { code: 554, text: `5.5.4 ${what}: ${said}`, conversation };
    case 'AccountSuspendedException':
    case 'SendingPausedException':
    case 'NotFoundException':
      return outage;
    default:
      break;
  }
  if (status === 413) return { code: 552, text: `5.3.4 ${what}: ${said}`, conversation };
  if (status >= 500) return { code: 451, text: `4.3.0 ${what}: ${said}`, conversation, failure: 'outage' };
  if (status === 400) return { code: 451, text: `4.5.0 ${what}: ${said}`, conversation };
  // Credentials and permissions.
  return outage;
}

/** What is used of a request of the SDK. */
interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The SDK's requests by the project's own client, which tells when the last octet has left. */
function createHandler(
  { http, timeoutMs }: SesRegionOptions,
  sent: WeakSet<AbortSignal>,
): NonNullable<SESv2ClientConfig['requestHandler']> {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request: SdkRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) => {
      const url = new URL(`${request.protocol}//${request.hostname}`);
      if (request.port !== undefined) url.port = String(request.port);
      url.pathname = request.path;
      const { 'content-length': _length, ...headers } = request.headers;
      const answer = await http.request({
        method: 'POST',
        url,
        headers,
        body: octetsOf(request.body),
        onSent: () => {
          if (abortSignal) sent.add(abortSignal);
        },
        timeoutMs,
        bytesMax: answerBytesMax,
      });
      const response = {
        statusCode: answer.status,
        headers: answer.headers,
        body: Readable.from([answer.body]),
      };
      return { response };
    },
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig: () => undefined,
  };
}

/** By its memory: the SDK's own kind of octets warns of every other look at it. */
function octetsOf(body: SdkRequest['body']): Buffer {
  if (body === undefined || typeof body === 'string') return Buffer.from(body ?? '');
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

const signatureField = 'dkim-signature:';

/**
 * The message without the DKIM signatures in front of it, which are ours. For providers that write a Message-ID and a Date of their
 * own: both are signed, so our signatures would arrive broken beside theirs, and reports would count them as failures.
 */
function withoutOwnSignatures(octets: Buffer): Buffer {
  let start = 0;
  while (octets.toString('latin1', start, start + signatureField.length).toLowerCase() === signatureField) {
    const end = endOfField(octets, start);
    if (end === null) break;
    start = end;
  }
  return octets.subarray(start);
}

/** After its last line: the next one is not folded (RFC 5322 §2.2.3). */
function endOfField(octets: Buffer, start: number): number | null {
  for (let at = octets.indexOf('\r\n', start); at >= 0; at = octets.indexOf('\r\n', at + 2)) {
    const next = octets[at + 2];
    if (next !== 0x20 && next !== 0x09) return at + 2;
  }
  return null;
}
