import { randomBytes } from 'node:crypto';
import type { Principal } from '@postrider/contracts/access';
import { AppError, invalidField, invalidRequest } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { PlanTable } from '@postrider/contracts/organizations';
import { webhookEndpointsChannel } from '@postrider/contracts/queues';
import type { RedisClient } from '@postrider/messaging';
import type { Clock, Logger, SecretBox } from '@postrider/runtime';
import { requireUnrestricted } from '../auth/principal-scope';
import type { CursorCodec } from '../paging/cursor';
import { findUrlFault, type WebhookUrlRules } from './webhook-url';
import type { WebhookRow, WebhooksRepository } from './webhooks.repository';

export interface WebhookRouteOptions {
  readonly webhooks: WebhooksRepository;
  readonly cursors: CursorCodec;
  readonly secretBox: SecretBox;
  /** After each commit. */
  readonly publishEndpointChange: PublishEndpointChange;
  readonly urlRules: WebhookUrlRules;
  readonly plans: PlanTable;
  readonly clock: Clock;
}

/**
 * An endpoint hears of every domain's emails, so a key that may see only some cannot change one or read its log.
 * @throws AppError `forbidden_domain`
 */
export function requireEveryDomain(principal: Principal): void {
  requireUnrestricted(principal, 'Webhook endpoints apply to all domains of the organization.');
}

/** @throws AppError `validation_error` */
export async function requireUsableUrl(url: string, rules: WebhookUrlRules): Promise<void> {
  const fault = await findUrlFault(url, rules);
  if (fault !== null) throw invalidField('url', fault);
}

/** @throws AppError `not_found` */
export async function findEndpoint(
  webhooks: Pick<WebhooksRepository, 'find'>,
  organizationId: string,
  id: string,
): Promise<WebhookRow> {
  const row = isId(id) ? await webhooks.find(organizationId, id) : null;
  if (row === null) throw new AppError('not_found');
  return row;
}

/**
 * What is made due for a disabled endpoint would only be thrown away.
 * @throws AppError `validation_error`
 */
export function requireEnabled({ status }: Pick<WebhookRow, 'status'>): void {
  if (status !== 'enabled') {
    throw invalidRequest(
      'The endpoint is disabled. Enable it first: PATCH /webhooks/{id} {"status": "enabled"}.',
    );
  }
}

/** As much as the HMAC-SHA256 that it keys, in whole base64 groups: verifiers of Resend's format decode standard base64 alone. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(33).toString('base64')}`;
}

/** Tells every webhook-dispatcher to read the organization's endpoints again; never rejects. */
export type PublishEndpointChange = (organizationId: string) => Promise<void>;

/** While Redis is unavailable, the dispatchers learn of the change when their cached list has grown old. */
export function createPublishEndpointChange({
  redis,
  log,
}: {
  redis: RedisClient;
  log: Logger;
}): PublishEndpointChange {
  return async (organizationId) => {
    try {
      await redis.publish(webhookEndpointsChannel, organizationId);
    } catch (error) {
      log.warn(
        { err: error, organization_id: organizationId },
        'a change of webhook endpoints could not be published',
      );
    }
  };
}
