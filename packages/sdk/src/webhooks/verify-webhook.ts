import { parseEvent, type WebhookEvent } from './events';

export interface WebhookToVerify {
  /** The raw body: text, bytes or the request itself. A body that was parsed and serialized again does not verify. */
  readonly body: string | Uint8Array | ArrayBuffer | Request;
  /** Headers of the request. Not needed if the body is a `Request`. */
  readonly headers?: WebhookHeaders | undefined;
  /** `signing_secret` of the endpoint. */
  readonly secret?: string | undefined;
  /** Several secrets, one of which must match: during a rotation, or for several endpoints. */
  readonly secrets?: readonly string[] | undefined;
  /** Maximum age of a signature, or distance in the future, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Current time. Default: now. */
  readonly now?: Date | undefined;
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * - `no_secret`: none was given, or an empty one
 * - `body_not_raw`: the body was parsed or read before; `express.json()` has to come after the webhook's route
 * - `body_too_large`: larger than any webhook
 * - `no_signature`: the header is missing, or has no time or signature
 * - `too_old`: signed longer ago (or further in the future) than the tolerance: a replay, or a wrong clock
 * - `wrong_signature`: signed with another secret, or modified
 * - `unreadable`: the body is incomplete, or verified but not an event
 */
export type WebhookProblem =
  | 'no_secret'
  | 'body_not_raw'
  | 'body_too_large'
  | 'no_signature'
  | 'too_old'
  | 'wrong_signature'
  | 'unreadable';

export type VerifiedWebhook =
  | {
      readonly ok: true;
      readonly event: WebhookEvent;
      /** The same on every attempt of a delivery: use it to handle each event once. */
      readonly deliveryId: string;
    }
  | { readonly ok: false; readonly reason: WebhookProblem };

const bodyBytesMax = 1_000_000;
/** The API sends two during a rotation. */
const signaturesMax = 5;

/** Verifies that a webhook comes from the API. Never throws, and fails closed. */
export async function verifyWebhook(webhook: WebhookToVerify): Promise<VerifiedWebhook> {
  const { secret, toleranceSeconds = 300, now = new Date() } = webhook;
  const secrets = [...(webhook.secrets ?? []), ...(secret === undefined ? [] : [secret])];
  if (secrets.length === 0 || secrets.some((each) => !each)) return refused('no_secret');
  const body = await bytesOf(webhook.body);
  if (typeof body === 'string') return refused(body);
  const headers = webhook.headers ?? (webhook.body as Partial<Request>).headers ?? {};
  const { t, signatures } = parseSignature(header(headers, 'postrider-signature'));
  if (t === undefined || signatures.length === 0) return refused('no_signature');
  if (!(Math.abs(now.getTime() / 1_000 - Number(t)) <= toleranceSeconds)) return refused('too_old');
  if (!(await isSignedByOne({ t, body, signatures, secrets }))) return refused('wrong_signature');
  const event = parseEvent(new TextDecoder().decode(body));
  return event
    ? { ok: true, event, deliveryId: header(headers, 'postrider-delivery-id') }
    : refused('unreadable');
}

const refused = (reason: WebhookProblem): VerifiedWebhook => ({ ok: false, reason });

async function bytesOf(body: WebhookToVerify['body']): Promise<Uint8Array<ArrayBuffer> | WebhookProblem> {
  if (typeof body === 'string') return limited(new TextEncoder().encode(body));
  if (body instanceof ArrayBuffer) return limited(new Uint8Array(body));
  if (ArrayBuffer.isView(body)) return limited(new Uint8Array(body));
  // By its shape: frameworks have a Request of their own.
  if ((body as Request | undefined)?.bodyUsed !== false) return 'body_not_raw';
  return body.body ? readAll(body.body) : new Uint8Array();
}

const limited = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | WebhookProblem =>
  bytes.length > bodyBytesMax ? 'body_too_large' : bytes;

/** Anyone can send a body, so no more is read than a webhook can have. */
export async function readAll(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | WebhookProblem> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) return 'body_too_large';
      chunks.push(chunk);
    }
  } catch {
    return 'unreadable';
  }
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function header(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? '';
  const own = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return String(own?.[1] ?? '');
}

/** `t=1700000000,v1=<hex>,v1=<hex>`; kinds of signatures that are not known here are skipped. */
function parseSignature(text: string): { t: string | undefined; signatures: string[] } {
  const parts = text.split(',').map((part) => part.trim());
  const valuesOf = (pattern: RegExp): string[] => parts.flatMap((part) => pattern.exec(part)?.[1] ?? []);
  return {
    t: valuesOf(/^t=(\d{1,12})$/)[0],
    signatures: valuesOf(/^v1=([0-9a-f]{64})$/).slice(0, signaturesMax),
  };
}

interface Signed {
  readonly t: string;
  readonly body: Uint8Array;
  readonly signatures: readonly string[];
  readonly secrets: readonly string[];
}

async function isSignedByOne({ t, body, signatures, secrets }: Signed): Promise<boolean> {
  const encoder = new TextEncoder();
  const time = encoder.encode(`${t}.`);
  const signed = new Uint8Array(time.length + body.length);
  signed.set(time);
  signed.set(body, time.length);
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
    // Compares in constant time.
    for (const hex of signatures)
      if (await crypto.subtle.verify('HMAC', key, fromHex(hex), signed)) return true;
  }
  return false;
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
