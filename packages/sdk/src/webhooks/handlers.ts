import type { WebhookEvent } from './events';
import { readAll, verifyWebhook, type VerifiedWebhook, type WebhookToVerify } from './verify-webhook';

export interface WebhookHandlerOptions extends Pick<
  WebhookToVerify,
  'secret' | 'secrets' | 'toleranceSeconds'
> {
  /**
   * Called with each webhook whose signature is right. The answer waits for it, at most 5 seconds of the API's; what it
   * throws makes the API try again later, under the same `deliveryId`.
   */
  readonly onEvent: (event: WebhookEvent, deliveryId: string) => void | Promise<void>;
  /** Told why a request was refused, before it is answered. */
  readonly onRefused?: ((refused: Extract<VerifiedWebhook, { ok: false }>) => void) | undefined;
}

/** For whatever takes a Request and gives a Response: `export const POST = webhookHandler({ secret, onEvent })`. */
export function webhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const verified = await verifyWebhook({ ...options, body: request });
    return new Response(null, { status: await statusOf(verified, options) });
  };
}

/** As much of a request of Express or of node:http as a webhook needs. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

export interface NodeResponse {
  statusCode: number;
  end(): unknown;
}

/**
 * For Express, and for a server of node:http: `app.post('/hooks', expressWebhook({ secret, onEvent }))`. The body is read
 * here, or taken from `express.raw()`; behind `express.json()` it is gone and every webhook is refused.
 */
export function expressWebhook(
  options: WebhookHandlerOptions,
): (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      response.statusCode = await statusOf(await verifyNodeRequest(request, options), options);
    } catch (error) {
      if (next) return next(error);
      response.statusCode = 500;
    }
    response.end();
  };
}

async function verifyNodeRequest(
  request: NodeRequest,
  options: WebhookHandlerOptions,
): Promise<VerifiedWebhook> {
  const body = request.body === undefined ? await readAll(request) : (request.body as Uint8Array);
  if (typeof body === 'string') return { ok: false, reason: body };
  return verifyWebhook({ ...options, body, headers: request.headers });
}

async function statusOf(verified: VerifiedWebhook, options: WebhookHandlerOptions): Promise<number> {
  if (verified.ok) {
    await options.onEvent(verified.event, verified.deliveryId);
    return 204;
  }
  options.onRefused?.(verified);
  return 401;
}
