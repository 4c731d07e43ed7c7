import assert from 'node:assert';
import type { QuotaReservation } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import type { SendEmailRequest } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import { viewEntity } from '@postrider/mail';
import { createSemaphore, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { RenderTemplate } from '../prepare/content';
import { prepareEmail } from '../prepare/prepare-email';
import type { MessageSource, PreparedEmail, RepliedTo } from '../prepare/prepared-email';
import { acceptBatch, type BatchEntry, type BatchOptions } from './accept-batch';
import { createEmailStore, replayOf, type AcceptedEmail } from './email-store';
import { hashBody } from './body-hash';
import { chooseIdempotencyKey } from './idempotency';
import { chosenResponseOf, orRefusal, storedResponsesOf, type AcceptResources } from './refused-emails';
import { createSendJobPublisher, type PublishJob } from './send-job-publisher';

export interface AcceptEmails {
  /** @throws AppError with the code of the rule that the request breaks; nothing is stored then */
  one(principal: Principal, request: SendEmailRequest, options: AcceptOneOptions): Promise<AcceptedEmail>;
  /**
   * The message that `one` would store, with nothing stored and no quota reserved.
   * @throws AppError as `one`, but for the quota
   */
  prepare(principal: Principal, request: SendEmailRequest, quota: QuotaReservation): Promise<PreparedEmail>;
  /** One entry per item, in order; an item that fails does not stop the rest. */
  batch(principal: Principal, items: readonly unknown[], options: BatchOptions): Promise<BatchEntry[]>;
  /** Resolves when nothing is on its way to the database and all that is stored has been given to `publishJob`. */
  drain(): Promise<void>;
}

export interface AcceptOneOptions {
  readonly idempotencyHeader: string | undefined;
  /** `submittedIdHash` of the Message-ID that the client's program gave it. */
  readonly submittedIdHash?: Buffer | undefined;
  readonly quota: QuotaReservation;
  /** Default `api`. */
  readonly source?: MessageSource | undefined;
  /**
   * Chosen by the caller, who has stored it before: accepting the same message again, after a crash, is a replay. No other caller
   * may use the id at the time.
   */
  readonly messageId?: string | undefined;
  /** What the mail is about, other than a broadcast's, which its kind names. */
  readonly topicId?: string | undefined;
  /** Of a reply to a received email. */
  readonly repliedTo?: RepliedTo | undefined;
}

/**
 * Messages of so many calls, a hundred each, fill two statements while the next two gather. Those of further calls would only wait
 * for them, in memory, where every minor collection copies what has been made of them, and in front of single sends.
 */
const batchesAtOnce = 8;

/**
 * The one way in which messages enter the system: checks that need no I/O, then the quota, then one statement shared with
 * all who come at the same time. When it resolves, the message is committed and will be attempted.
 */
export function createAcceptEmails(options: {
  readonly pool: Pool;
  /** Absent where templates are not sent. */
  readonly renderTemplate?: RenderTemplate;
  readonly publishJob: PublishJob;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}): AcceptEmails {
  const { pool, renderTemplate = noTemplates, publishJob, clock, metrics, log } = options;
  const { enqueue, flush } = createSendJobPublisher(publishJob);
  const store = createEmailStore({ pool, enqueue, clock, metrics });
  const resources: AcceptResources = { store, renderTemplate, clock, log };
  const turns = createSemaphore({ permits: batchesAtOnce });

  return {
    one: (principal, request, call) => acceptOne(resources, { principal, request, ...call }),
    prepare: async (principal, request, quota) => {
      const prepared = await prepareOne(resources, {
        ...{ principal, request, quota },
        ...{ idempotencyKey: null, bodyHash: null },
      });
      if (prepared instanceof AppError) throw prepared;
      return prepared;
    },
    batch: (principal, items, options) => {
      const accept = (): Promise<BatchEntry[]> => acceptBatch(resources, principal, { items, ...options });
      // Rendering may take long, and has limits of its own.
      if (items.some(hasTemplate)) return accept();
      return turns.run({ priority: 0, owner: principal.organization.id }, accept);
    },
    drain: async () => {
      await store.drain();
      flush();
    },
  };
}

function noTemplates(): never {
  assert.fail('a caller that takes templates can render them');
}

interface Call extends AcceptOneOptions {
  readonly principal: Principal;
  readonly request: SendEmailRequest;
}

async function acceptOne(resources: AcceptResources, call: Call): Promise<AcceptedEmail> {
  const { principal, request, idempotencyHeader, quota, messageId } = call;
  const idempotencyKey = chooseIdempotencyKey(idempotencyHeader, request.idempotency_key);
  const bodyHash = idempotencyKey === null ? null : await hashBody(request);
  const email = await prepareOne(resources, { ...call, idempotencyKey, bodyHash });
  if (email instanceof AppError) {
    const refused = [{ error: email, idempotencyKey, bodyHash }];
    const { store } = resources;
    const organizationId = principal.organization.id;
    const [stored] =
      messageId === undefined
        ? await storedResponsesOf(refused, principal, { ...resources, quota })
        : [await chosenResponseOf(email, { store, organizationId, id: messageId })];
    if (stored === undefined) throw email;
    return replayOf(stored, bodyHash);
  }
  const [reservation] = await quota.reserve([email.countedRecipients]);
  assert(reservation !== undefined, 'quota is granted for each email');
  return resources.store.accept(email, { reservation, quota });
}

interface Preparation extends Omit<Call, 'idempotencyHeader'> {
  readonly idempotencyKey: string | null;
  readonly bodyHash: string | null;
}

/**
 * Everything that needs no quota.
 * @throws what concerns the whole call; a refusal of the email is the result
 */
async function prepareOne(
  { renderTemplate, clock }: AcceptResources,
  preparation: Preparation,
): Promise<PreparedEmail | AppError> {
  const { principal, request, quota, idempotencyKey, bodyHash, source = 'api' } = preparation;
  const { messageId, submittedIdHash, topicId, repliedTo } = preparation;
  const { template: choice } = request;
  const template = choice && (await renderTemplate(principal, { choice, call: { spentMs: 0 }, quota }));
  const mime = request.mime === undefined ? undefined : await viewEntity(Buffer.from(request.mime, 'base64'));
  const now = clock.now();
  return orRefusal(() =>
    prepareEmail(principal, request, {
      ...{
        idempotencyKey,
        bodyHash,
        source,
        messageId,
        topicId,
        repliedTo,
        now,
        template,
        mime,
        submittedIdHash,
      },
    }),
  );
}

function hasTemplate(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'template' in item;
}
