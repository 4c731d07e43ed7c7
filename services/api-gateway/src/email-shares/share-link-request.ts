import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { LinkOrigin } from '@postrider/runtime';
import type { EmailName, ShareLinksRepository } from './share-links.repository';

export interface ShareLinkRouteOptions {
  readonly shareLinks: ShareLinksRepository;
  /** Where public pages are. */
  readonly publicUrl: LinkOrigin;
}

/** @throws AppError `not_found`: the caller sees no such email */
export async function namedEmail(
  { shareLinks }: Pick<ShareLinkRouteOptions, 'shareLinks'>,
  { principal, params }: { readonly principal: Principal; readonly params: { readonly id: string } },
) {
  if (!isId(params.id)) throw new AppError('not_found');
  const name: EmailName = {
    organizationId: principal.organization.id,
    emailId: params.id.toLowerCase(),
    domainIds: principal.domainIds,
  };
  const mode = await shareLinks.findMode(name);
  if (mode === null) throw new AppError('not_found');
  return { name, mode };
}
