import { verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

const text = z.string().min(1);
const common = {
  MessageId: text,
  TopicArn: text,
  Timestamp: text,
  Message: z.string(),
  Signature: text,
  SignatureVersion: z.enum(['1', '2']),
  SigningCertURL: text,
};
const subscription = { ...common, Token: text, SubscribeURL: text };

/** What Amazon SNS posts to an endpoint; without members that are not signed. */
const snsMessageSchema = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Notification'), ...common, Subject: z.string().nullish() }),
  z.object({ Type: z.literal('SubscriptionConfirmation'), ...subscription }),
  z.object({ Type: z.literal('UnsubscribeConfirmation'), ...subscription }),
]);

export type SnsMessage = z.infer<typeof snsMessageSchema>;

/** Null: it is no message of SNS. */
export function readSnsMessage(body: Buffer): SnsMessage | null {
  try {
    return snsMessageSchema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

const signedOfNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const signedOfSubscription = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html: names and values by lines, without absent members. */
export function stringToSign(message: Omit<SnsMessage, 'Signature'>): string {
  const names = message.Type === 'Notification' ? signedOfNotification : signedOfSubscription;
  const values: Readonly<Record<string, unknown>> = { ...message };
  return names
    .filter((name) => typeof values[name] === 'string')
    .map((name) => `${name}\n${String(values[name])}\n`)
    .join('');
}

const hashOf = { '1': 'sha1', '2': 'sha256' } as const;

export function isSignedBy(message: SnsMessage, key: KeyObject): boolean {
  const data = Buffer.from(stringToSign(message));
  return verify(hashOf[message.SignatureVersion], data, key, Buffer.from(message.Signature, 'base64'));
}

const topicPattern =
  /^arn:aws(?<partition>-cn|-us-gov)?:sns:(?<region>[a-z]{2}(?:-[a-z]+)+-\d):\d{12}:[A-Za-z0-9_-]{1,256}(?:\.fifo)?$/;

/** The host of the region that a topic is in; null: no ARN of a topic. */
export function hostOfTopic(arn: string): string | null {
  const groups = topicPattern.exec(arn)?.groups;
  if (!groups) return null;
  return `sns.${groups['region']}.amazonaws.com${groups['partition'] === '-cn' ? '.cn' : ''}`;
}

/** By https, of the topic's own region, on the usual port: whatever else a message names is not asked. */
function ofHost(url: string, host: string): URL | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isOurs =
    parsed?.protocol === 'https:' && parsed.host === host && parsed.username === '' && parsed.password === '';
  return isOurs ? parsed : null;
}

/** Where the certificate of a message is; null: nowhere where Amazon has one. */
export function certificateUrl({ SigningCertURL }: SnsMessage, host: string): URL | null {
  const url = ofHost(SigningCertURL, host);
  return url !== null && /^\/[A-Za-z0-9_-]{1,100}\.pem$/.test(url.pathname) && url.search === '' ? url : null;
}

/** Where a subscription is confirmed; null: it is no confirmation of this very one. */
export function confirmationUrl(
  { SubscribeURL, TopicArn, Token }: Extract<SnsMessage, { Token: string }>,
  host: string,
): URL | null {
  const url = ofHost(SubscribeURL, host);
  if (url?.pathname !== '/') return null;
  const asked = url.searchParams;
  const isIt =
    asked.get('Action') === 'ConfirmSubscription' &&
    asked.get('TopicArn') === TopicArn &&
    asked.get('Token') === Token;
  return isIt ? url : null;
}
