import type { Principal } from '@postrider/contracts/access';
import type { clearInboxQuery } from '@postrider/contracts/inbox';
import type { Mode } from '@postrider/contracts/statuses';
import type { z } from 'zod';
import { emailFilterOf, type EmailFilter } from '../emails/email-filter';
import type { PageStart } from '../paging/page';

/** Emails of the inbox; undefined: of both modes, as in the development stack. */
export type InboxMode = Extract<Mode, 'test'> | undefined;

/** Emails whose content is kept. */
export function inboxFilterOf(
  { search, ...query }: z.infer<typeof clearInboxQuery>,
  principal: Principal,
  { mode, ...start }: PageStart & { readonly mode: InboxMode },
): EmailFilter {
  const { to, tag, key, since, until } = query;
  const filter = emailFilterOf({ to, tag, key, since, until, mode }, principal, start);
  return { ...filter, isKept: true, words: search };
}
