import { AppError } from '@postrider/contracts';
import type { Principal } from '../http/route';

/**
 * The partner API is for keys that stand for a whole internal organization; permission and mode are the route's checks.
 * @throws AppError `forbidden`
 */
export function requirePartner(principal: Principal): void {
  if (principal.organization.kind !== 'internal') {
    throw new AppError('forbidden', 'Client organizations have none of their own.');
  }
  if (principal.domainIds.length > 0) {
    throw new AppError('forbidden', 'This endpoint needs a key that is not restricted to domains.');
  }
}
