import { AppError, type Principal } from '@postrider/contracts';

/**
 * The partner API is for keys that stand for a whole internal organization; permission and mode are the route's checks.
 * @throws AppError `forbidden`
 */
export function requirePartner(principal: Principal): void {
  if (principal.organization.kind !== 'internal') {
    throw new AppError('forbidden', 'Only internal organizations have client organizations.');
  }
  if (principal.domainIds.length > 0) {
    throw new AppError('forbidden', 'This endpoint needs a key that is not restricted to domains.');
  }
}
