import type { BatchResponse, SendEmailResponse } from '../generated/schemas';
import { EmailsResource } from '../generated/resources';
import type { Api } from '../http/api';
import type { Answer, CallOptions } from '../http/call';
import { sendParts, withKeys, type BatchResult } from './batch';
import { toRequest, type RenderReact, type SendEmail } from './email';

export class Emails extends EmailsResource {
  readonly #renderReact: RenderReact | undefined;

  constructor(api: Api, renderReact?: RenderReact) {
    super(api);
    this.#renderReact = renderReact;
  }

  /**
   * Accepts an email for delivery. What becomes of it is told by its events and by webhooks.
   *
   * The answer says which recipients were left out (`suppressed`) and which look mistyped (`warnings`). It is sent under
   * an idempotency key (`response.idempotencyKey`), so that tries after a lost answer make no second message.
   */
  async send(email: SendEmail, options?: CallOptions): Promise<Answer<SendEmailResponse>> {
    const body = await toRequest(email, this.#renderReact);
    const idempotencyKey = options?.idempotencyKey ?? body.idempotency_key;
    return this.api.call(
      { method: 'POST', path: '/emails', body, isKeyed: true },
      { ...options, idempotencyKey },
    );
  }

  /**
   * Accepts any number of emails, 100 with each request, one request after the other.
   *
   * @param options an `idempotencyKey` becomes those of the emails: `key:0`, `key:1` and so on; without one they are random
   * @returns what became of each email, in the order of the emails
   * @throws BatchError when a whole request fails, with the results so far
   */
  async sendBatch(emails: readonly SendEmail[], options: CallOptions = {}): Promise<BatchResult[]> {
    const { idempotencyKey, ...others } = options;
    const requests = await Promise.all(emails.map((email) => toRequest(email, this.#renderReact)));
    return sendParts(withKeys(requests, idempotencyKey), (body) =>
      this.api.call<BatchResponse>(
        { method: 'POST', path: '/emails/batch', body, isRepeatable: true },
        others,
      ),
    );
  }
}
