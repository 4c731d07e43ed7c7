import { AppError, isId, type PlanTable, type Principal } from '@postrider/contracts';
import type { Clock, SecretBox } from '@postrider/runtime';
import type { CursorCodec } from '../paging/cursor';
import type { PublishEndpointChange } from './publish-endpoint-change';
import { findUrlFault, type WebhookUrlRules } from './webhook-url';
import type { WebhookChangesRepository } from './webhook-changes.repository';
import type { WebhookRow } from './webhook-row';
import type { WebhooksRepository } from './webhooks.repository';
import { requireUnrestricted } from '../auth/principal-scope';

export interface WebhookRouteParts {
  readonly webhooks: WebhooksRepository;
  readonly changes: WebhookChangesRepository;
  readonly cursors: CursorCodec;
  readonly secretBox: SecretBox;
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
  requireUnrestricted(principal, 'Webhook endpoints receive events of every domain.');
}

/** @throws AppError `validation_error` */
export async function requireUsableUrl(url: string, rules: WebhookUrlRules): Promise<void> {
  const fault = await findUrlFault(url, rules);
  if (fault !== null) throw new AppError('validation_error', `url: ${fault}`);
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
    throw new AppError(
      'validation_error',
      'The endpoint is disabled: enable it first (PATCH /webhooks/{id} {"status": "enabled"}).',
    );
  }
}
