import type { WebhookEvent } from './events';
import {
  readAll,
  verifyWebhook,
  type VerifiedWebhook,
  type WebhookProblem,
  type WebhookToVerify,
} from './verify-webhook';

const bodyIsParsed =
  'The raw body of the webhook is gone: a middleware such as express.json() has parsed it. Register this route before ' +
  "express.json(), or add express.raw({ type: '*/*' }) to the route and keep express.json() off it.";

export interface WebhookHandlerOptions extends Pick<
  WebhookToVerify,
  'secret' | 'secrets' | 'toleranceSeconds'
> {
  /**
   * Called with each verified webhook. The response waits for it (the API allows 5 seconds). If it throws, the API retries
   * later with the same `deliveryId`.
   */
  readonly onEvent: (event: WebhookEvent, deliveryId: string) => void | Promise<void>;
  /** Called with the reason when a request is refused. */
  readonly onRefused?: ((refused: Extract<VerifiedWebhook, { ok: false }>) => void) | undefined;
}

/**
 * The body of a 401, which the log of webhook deliveries shows. Every client can read it, so it holds nothing of the
 * secret, of the expected signature or of the body.
 */
const refusalTexts: Readonly<Record<WebhookProblem, string>> = {
  no_secret: 'This endpoint has no signing secret, so it cannot verify webhooks.',
  body_not_raw: 'The raw body of the request is gone: something has parsed or read it before.',
  body_too_large: 'The body is larger than any webhook.',
  no_signature: 'The header postrider-signature is missing, or has no time or no signature.',
  too_old: 'The signature is too old or from the future: an old request, or a wrong clock on this server.',
  wrong_signature: 'No signature matches: another secret, or a modified body.',
  unreadable: 'The body is incomplete, or is not an event.',
};

/** Handler from Request to Response: `export const POST = webhookHandler({ secret, onEvent })`. */
export function webhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const verified = await verifyWebhook({ ...options, body: request });
    const { status, text } = await answerTo(verified, options);
    return new Response(text, {
      status,
      ...(text !== undefined && { headers: { 'content-type': plainText } }),
    });
  };
}

/** The parts of a request of Express or node:http that a webhook needs. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  /** The body was read to its end. */
  readonly readableEnded?: boolean;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

export interface NodeResponse {
  statusCode: number;
  setHeader?(name: string, value: string): unknown;
  end(text?: string): unknown;
}

/**
 * For Express, and for a server of node:http: `app.post('/hooks', expressWebhook({ secret, onEvent }))`. The body is read
 * here, or taken from `express.raw()`. Behind `express.json()` every webhook fails with 500, and the error says how to fix
 * the order: Express logs it, and `onRefused` gets `body_not_raw`.
 */
export function expressWebhook(
  options: WebhookHandlerOptions,
): (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const verified = await verifyNodeRequest(request, options);
      if (!verified.ok && verified.reason === 'body_not_raw') {
        options.onRefused?.(verified);
        throw new BodyIsParsedError(bodyIsParsed);
      }
      const { status, text } = await answerTo(verified, options);
      response.statusCode = status;
      if (text !== undefined) response.setHeader?.('content-type', plainText);
      response.end(text);
    } catch (error) {
      if (next) return next(error);
      response.statusCode = 500;
      response.end(error instanceof BodyIsParsedError ? error.message : undefined);
    }
  };
}

/** A mistake of the program, not of the sender. */
class BodyIsParsedError extends Error {
  override readonly name = 'BodyIsParsedError';
}

async function verifyNodeRequest(
  request: NodeRequest,
  options: WebhookHandlerOptions,
): Promise<VerifiedWebhook> {
  // Parsers of Express 4 set an empty body on a request that they leave alone.
  const isUnread =
    request.body === undefined || (isEmptyObject(request.body) && request.readableEnded === false);
  const body = isUnread ? await readAll(request) : (request.body as Uint8Array);
  if (typeof body === 'string') return { ok: false, reason: body };
  return verifyWebhook({ ...options, body, headers: request.headers });
}

const isEmptyObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !ArrayBuffer.isView(body) && Object.keys(body).length === 0;

const plainText = 'text/plain; charset=utf-8';

async function answerTo(
  verified: VerifiedWebhook,
  options: WebhookHandlerOptions,
): Promise<{ status: number; text?: string }> {
  if (verified.ok) {
    await options.onEvent(verified.event, verified.deliveryId);
    return { status: 204 };
  }
  options.onRefused?.(verified);
  return { status: 401, text: `${verified.reason}: ${refusalTexts[verified.reason]}` };
}
