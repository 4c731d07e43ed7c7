import { AppError } from '@postrider/contracts';
import type { SecretBox } from '@postrider/runtime';
import type { Principal } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { AnnounceChange } from './announce-change';
import type { WebhookUrlRules } from './webhook-url';
import type { WebhooksRepository } from './webhooks.repository';

export interface WebhookRouteParts {
  readonly webhooks: WebhooksRepository;
  readonly cursors: CursorCodec;
  readonly secretBox: SecretBox;
  readonly announceChange: AnnounceChange;
  readonly urlRules: WebhookUrlRules;
}

/**
 * An endpoint hears of every domain's emails, so a key that may see only some cannot make or remove one.
 * @throws AppError `forbidden_domain`
 */
export function requireUnrestricted(principal: Principal): void {
  if (principal.domainIds.length > 0) {
    throw new AppError('forbidden_domain', 'Webhook endpoints receive events of every domain.');
  }
}
