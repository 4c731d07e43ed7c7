import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { SourceOrder } from '@postrider/mail';
import { createSemaphore } from '@postrider/runtime';
import type { EmailSourceRow, FindEmailSource } from '../emails/email-source.repository';
import { orderOf, unavailable, type SourceLinks } from '../emails/read-email-source.route';
import type { InboxMode } from './inbox-filter';

/** An email of the inbox, and the order to compose it as it would be sent. */
export interface InboxMessage {
  readonly row: EmailSourceRow;
  readonly order: SourceOrder;
}

/**
 * Works with an email of the organization's inbox.
 * @throws AppError `not_found`: an email of another mode, too; `service_unavailable`
 */
export type WithInboxMessage = <T>(
  principal: Principal,
  request: { readonly id: string; readonly withFiles?: boolean },
  work: (message: InboxMessage) => Promise<T>,
) => Promise<T>;

/** Each may hold 14 MB of an entity or files, with their copies. */
const atOnceMax = 4;

export function createWithInboxMessage({
  findEmailSource,
  links,
  mode,
}: {
  readonly findEmailSource: FindEmailSource;
  readonly links: SourceLinks;
  readonly mode: InboxMode;
}): WithInboxMessage {
  const turns = createSemaphore({ permits: atOnceMax });
  return async (principal, { id, withFiles = false }, work) => {
    if (!isId(id)) throw new AppError('not_found');
    const organizationId = principal.organization.id;
    return turns.run({ priority: 0, owner: organizationId }, async () => {
      const { domainIds } = principal;
      const row = await findEmailSource(organizationId, id, { domainIds, mode, withFiles });
      if (row === null || !row.hasContent) throw new AppError('not_found');
      return work({ row, order: orderOf(row, links) }).catch(unavailable);
    });
  };
}
