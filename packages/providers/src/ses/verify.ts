import { commaList } from '@postrider/runtime';
import type { z } from 'zod';
import { isTimely, type Verdict, type VerifyNotification } from '../notifications/verdict';
import type { ProviderVerification, VerifyTools } from '../provider';
import { CertificateUnavailableError, createSigningCertificates } from './signing-certificates';
import {
  certificateUrl,
  confirmationUrl,
  hostOfTopic,
  isSignedBy,
  readSnsMessage,
  type SnsMessage,
} from './sns-message';

const settings = {
  /**
   * ARNs of the Amazon SNS topics whose events are accepted at /provider-events/ses, comma-separated. Empty: none. Their subscriptions are confirmed automatically.
   */
  SES_EVENT_TOPICS: commaList('arn:[^,\\s]+').refine(
    (topics) => topics.every((topic) => hostOfTopic(topic) !== null),
    'must be a list of ARNs such as arn:aws:sns:eu-west-1:123456789012:mail-events',
  ),
};

export const verify = {
  settings,
  create: ({ SES_EVENT_TOPICS: topics }, tools) =>
    topics.length === 0 ? null : createVerifySns({ topics, ...tools }),
} satisfies ProviderVerification<z.output<z.ZodObject<typeof settings>>>;

interface Options extends VerifyTools {
  /** ARNs of the topics whose messages are taken. */
  readonly topics: readonly string[];
}

const confirmTimeoutMs = 10_000;
const confirmBytesMax = 65_536;

/** Messages of Amazon SNS, by their signature; what costs a request to Amazon comes last. A subscription is confirmed at once. */
function createVerifySns(options: Options): VerifyNotification {
  const { clock, log } = options;
  const topics = new Set(options.topics);
  const certificates = createSigningCertificates(options);

  return async (_headers, body) => {
    const message = readSnsMessage(body);
    if (message === null) return { kind: 'refused', reason: 'malformed' };
    const host = topics.has(message.TopicArn) ? hostOfTopic(message.TopicArn) : null;
    if (host === null) return { kind: 'refused', reason: 'topic' };
    if (!isTimely(Date.parse(message.Timestamp), clock.now().getTime()))
      return { kind: 'refused', reason: 'time' };
    const url = certificateUrl(message, host);
    if (url === null) return { kind: 'refused', reason: 'certificate' };
    try {
      const key = await certificates.keyAt(url);
      if (key === null) return { kind: 'refused', reason: 'certificate' };
      if (!isSignedBy(message, key)) return { kind: 'refused', reason: 'signature' };
    } catch (error) {
      if (!(error instanceof CertificateUnavailableError)) throw error;
      log.warn({ err: error }, 'could not fetch a signing certificate of Amazon SNS');
      return { kind: 'later' };
    }
    return act(options, message, host);
  };
}

async function act(options: Options, message: SnsMessage, host: string): Promise<Verdict> {
  const { log } = options;
  if (message.Type === 'Notification') return { kind: 'event' };
  const { TopicArn: topic } = message;
  if (message.Type === 'UnsubscribeConfirmation') {
    // It was ended on purpose; an operator can subscribe again.
    log.warn({ topic }, 'an SNS subscription was deleted: its topic sends no more events');
    return { kind: 'done', result: 'ended' };
  }
  const url = confirmationUrl(message, host);
  if (url === null) return { kind: 'refused', reason: 'malformed' };
  return confirm(options, topic, url);
}

async function confirm({ httpClient, log }: Options, topic: string, url: URL): Promise<Verdict> {
  try {
    const request = { method: 'GET', url, timeoutMs: confirmTimeoutMs, bytesMax: confirmBytesMax } as const;
    const { status } = await httpClient.request(request);
    if (status === 200) {
      log.info({ topic }, 'an SNS subscription was confirmed');
      return { kind: 'done', result: 'confirmed' };
    }
    log.warn({ topic, status }, 'an SNS subscription could not be confirmed');
  } catch (error) {
    log.warn({ err: error, topic }, 'an SNS subscription could not be confirmed');
  }
  return { kind: 'later' };
}
