import assert from 'node:assert';
import { AppError, type Principal, type SendEmailRequest } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { viewEntity } from '@postrider/mail';
import type { Clock, Logger, Metrics } from '@postrider/runtime';
import type { Allowance } from '@postrider/admission';
import { chooseIdempotencyKey } from '../prepare/idempotency-key';
import { prepareEmail } from '../prepare/prepare-email';
import { renderRequestedTemplate } from '../templates/requested-template';
import type { Renderer } from '../templates/renderer';
import { createTemplateStore } from '../templates/requested-template';
import { acceptBatch, type BatchEntry } from './accept-batch';
import { acceptPrepared, replayOf, type AcceptedEmail, type AcceptParts } from './accept-prepared';
import { createSendJobPublisher, type PublishJob } from './send-job-publisher';
import { createEmailStore } from './email-store';
import { originalsOfRefused } from './originals-of-refused';
import { orRefusal } from './or-refusal';

export interface AcceptEmails {
  /** @throws AppError with the code of the rule that the request breaks; nothing is stored then */
  one(principal: Principal, request: SendEmailRequest, options: AcceptOneOptions): Promise<AcceptedEmail>;
  /** One entry per item, in order; an item that fails does not stop the rest. */
  batch(principal: Principal, items: readonly unknown[], allowance: Allowance): Promise<BatchEntry[]>;
  /** Resolves when nothing is on its way to the database and all that is stored has been given to `publishJob`. */
  drain(): Promise<void>;
}

export interface AcceptOneOptions {
  readonly idempotencyHeader: string | undefined;
  readonly allowance: Allowance;
}

/**
 * The one way in which messages enter the system: checks that need no I/O, then the quota, then one statement shared with
 * all who come at the same time. When it resolves, the message is committed and will be attempted.
 */
export function createAcceptEmails(given: {
  readonly pool: Pool;
  /** Null where nobody sends templates. */
  readonly renderer: Renderer | null;
  readonly publishJob: PublishJob;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}): AcceptEmails {
  const { pool, renderer, publishJob, clock, metrics, log } = given;
  const store = createEmailStore({ pool, metrics });
  const templates = createTemplateStore({ pool });
  const { enqueue, flush } = createSendJobPublisher(publishJob);
  const parts: AcceptParts = { store, templates, renderer, enqueue, clock, log };

  return {
    one: async (principal, request, { idempotencyHeader, allowance }) => {
      const idempotencyKey = chooseIdempotencyKey(idempotencyHeader, request.idempotency_key);
      const { template: choice } = request;
      const template =
        choice &&
        (await renderRequestedTemplate(parts, principal, { choice, call: { spentMs: 0 }, allowance }));
      const mime =
        request.mime === undefined ? undefined : await viewEntity(Buffer.from(request.mime, 'base64'));
      const options = { idempotencyKey, source: 'api', now: clock.now(), template, mime } as const;
      const email = orRefusal(() => prepareEmail(principal, request, options));
      if (email instanceof AppError) {
        const refused = [{ error: email, idempotencyKey }];
        const [original] = await originalsOfRefused(parts, principal, { refused, allowance });
        if (original === undefined) throw email;
        return replayOf(original);
      }
      const [grant] = await allowance.reserve([email.units]);
      assert(grant !== undefined, 'quota is granted for each email');
      return acceptPrepared(parts, email, { grant, allowance });
    },
    batch: (principal, items, allowance) => acceptBatch(parts, principal, { items, allowance }),
    drain: async () => {
      await store.drain();
      flush();
    },
  };
}
