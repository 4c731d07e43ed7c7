import type { BatchResponse, EmailCheck, SendEmailResponse } from '../generated/schemas';
import { EmailsResource } from '../generated/resources';
import type { Api } from '../http/api';
import type { Answer, CallOptions } from '../http/call';
import { sendParts, withKeys, type BatchResult } from './batch';
import { toRequest, type CheckEmail, type RenderReact, type SendEmail } from './email';

export class Emails extends EmailsResource {
  readonly #renderReact: RenderReact | undefined;

  constructor(api: Api, renderReact?: RenderReact) {
    super(api);
    this.#renderReact = renderReact;
  }

  /**
   * Sends an email. Track it with its events or webhooks.
   *
   * The response lists suppressed recipients (`suppressed`) and suspicious ones (`warnings`). The request has an
   * idempotency key (`response.idempotencyKey`), so that retries after a lost response do not send it twice.
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
   * Checks an email without sending it: findings such as a missing unsubscribe link, variables that are not filled in, or what mail
   * clients do not support.
   */
  async check(email: CheckEmail, options?: CallOptions): Promise<Answer<EmailCheck>> {
    const { links, ...sent } = email;
    const request = await toRequest(sent, this.#renderReact);
    const body = { ...request, ...(links !== undefined && { links }) };
    return this.api.call({ method: 'POST', path: '/emails/check', body, isRepeatable: true }, options);
  }

  /**
   * Sends any number of emails, 100 per request, one request after the other.
   *
   * @param options `idempotencyKey` is the prefix of the emails' keys: `key:0`, `key:1` and so on. Default: random keys
   * @returns one result per email, in order
   * @throws BatchError when a whole request fails, with the results so far
   */
  async sendBatch(emails: readonly SendEmail[], options: CallOptions = {}): Promise<BatchResult[]> {
    const { idempotencyKey, ...others } = options;
    const requests = await Promise.all(emails.map((email) => toRequest(email, this.#renderReact)));
    const send = (body: string): Promise<BatchResponse> =>
      this.api.call<BatchResponse>(
        { method: 'POST', path: '/emails/batch', body, isRepeatable: true },
        others,
      );
    const allowMismatch = options.allowIdempotencyMismatch ?? this.api.allowsIdempotencyMismatch;
    return sendParts(withKeys(requests, idempotencyKey), { send, allowMismatch });
  }
}
