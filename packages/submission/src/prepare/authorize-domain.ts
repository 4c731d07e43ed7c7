import { AppError } from '@postrider/contracts';
import type { Sender, SendingDomain } from '../sender';

/**
 * The domain that the sender may send from. A restricted key learns nothing about domains other than its own:
 * registered or not, they are forbidden to it.
 * @throws AppError `forbidden_domain`, `unknown_domain`, `domain_not_verified`
 */
export function authorizeDomain(sender: Sender, name: string): SendingDomain {
  const domain = sender.domains.get(name);
  const restricted = sender.domainIds.length > 0;
  if (restricted && (domain === undefined || !sender.domainIds.includes(domain.id))) {
    throw new AppError('forbidden_domain', `This key may not send from ${name}.`);
  }
  if (domain === undefined) {
    throw new AppError('unknown_domain', `${name} is not registered in this organization.`);
  }
  if (domain.status !== 'verified') throw new AppError('domain_not_verified', `${name} is ${domain.status}.`);
  return domain;
}
