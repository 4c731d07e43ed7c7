import type { Principal } from '@postrider/contracts/access';
import type { clearInboxQuery } from '@postrider/contracts/inbox';
import type { z } from 'zod';
import { emailFilterOf, type EmailFilter } from '../emails/email-filter';
import type { PageStart } from '../paging/page';

/** Test emails whose content is kept: never live ones. */
export function inboxFilterOf(
  { search, ...query }: z.infer<typeof clearInboxQuery>,
  principal: Principal,
  start: PageStart,
): EmailFilter {
  const { to, tag, key, since, until } = query;
  const filter = emailFilterOf({ to, tag, key, since, until, mode: 'test' }, principal, start);
  return { ...filter, isKept: true, words: search };
}
