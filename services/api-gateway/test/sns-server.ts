import { createSign } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newId } from '@postrider/contracts/ids';
import { createHttpClient, type HttpClient } from '@postrider/http-client';
import { createCertificate } from '@postrider/testkit';

export const snsHost = 'sns.eu-west-1.amazonaws.com';
export const topic = 'arn:aws:sns:eu-west-1:123456789012:mail-events';
export const certificateUrl = `https://${snsHost}/SimpleNotificationService-0123456789abcdef.pem`;

/** Amazon SNS of a region: serves its certificate, takes confirmations, signs messages. */
export interface SnsServer {
  /** Finds the region's host here. */
  readonly httpClient: Pick<HttpClient, 'request'>;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  /** What is served by path, instead of 404. */
  readonly files: Map<string, string>;
  /** The status of the next answers; null: the usual ones. */
  status: number | null;
  /** A message as it is posted; what is given stands before what is usual, and is signed. */
  message(given?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  close(): Promise<void>;
}

export async function startSnsServer(): Promise<SnsServer> {
  const signing = await createCertificate({ commonName: 'sns.amazonaws.com' });
  const web = await createCertificate({ commonName: snsHost });
  const asked: string[] = [];
  const files = new Map([[new URL(certificateUrl).pathname, signing.certPem]]);
  const server = createServer({ cert: web.certPem, key: web.keyPem }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = path.startsWith('/?Action=ConfirmSubscription') ? '<ok/>' : files.get(path);
    response.writeHead(state.status ?? (file === undefined ? 404 : 200)).end(file);
  });
  const port = await listen(server);
  const client = createHttpClient({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isPermitted: () => true,
    connectTimeoutMs: 30_000,
    connectionsPerOriginMax: 4,
    ca: web.certPem,
  });
  const state: SnsServer = {
    httpClient: {
      // Only root can listen on 443.
      request: (asking) => {
        const url = new URL(asking.url);
        url.port = String(port);
        return client.request({ ...asking, url });
      },
    },
    asked,
    files,
    status: null,
    message: (given) => signedMessage(signing.keyPem, given),
    close: async () => {
      await client.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Of all kinds of messages, in the alphabetical order in which Amazon signs them. */
const signedNames = [
  ...['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
];

function signedMessage(
  keyPem: string,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const message: Record<string, unknown> = {
    Type: 'Notification',
    MessageId: newId(),
    TopicArn: topic,
    Message: '{"eventType":"Delivery"}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    ...given,
  };
  const hash = message['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const text = signedNames
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${String(message[name])}\n`)
    .join('');
  return {
    ...message,
    Signature: createSign(hash).update(text).sign(keyPem, 'base64'),
    ...(given['Signature'] !== undefined && { Signature: given['Signature'] }),
  };
}

/** The answer to a subscription request. */
export function subscription(given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const Token = 'a'.repeat(64);
  return {
    Type: 'SubscriptionConfirmation',
    Token,
    SubscribeURL: `https://${snsHost}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=${Token}`,
    Message: 'You have chosen to subscribe',
    ...given,
  };
}
