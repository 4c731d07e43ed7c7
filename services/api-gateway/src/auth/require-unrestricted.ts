import { AppError } from '@postrider/contracts';
import type { Principal } from '../http/route';

/**
 * A key that may use only some domains reads what belongs to the whole organization, but does not change it.
 * @param why one sentence for the caller
 * @throws AppError `forbidden_domain`
 */
export function requireUnrestricted(principal: Principal, why: string): void {
  if (principal.domainIds.length > 0) throw new AppError('forbidden_domain', why);
}
