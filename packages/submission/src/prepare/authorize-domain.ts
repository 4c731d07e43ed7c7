import { AppError, type Principal, type SendingDomain } from '@postrider/contracts';

/**
 * The domain that the principal may send from. A restricted key learns nothing about domains other than its own:
 * registered or not, they are forbidden to it.
 * @throws AppError `forbidden_domain`, `unknown_domain`, `domain_not_verified`
 */
export function authorizeDomain(principal: Principal, name: string): SendingDomain {
  const domain = principal.domains.get(name);
  const restricted = principal.domainIds.length > 0;
  if (restricted && (domain === undefined || !principal.domainIds.includes(domain.id))) {
    throw new AppError(
      'forbidden_domain',
      `This key may not send from ${name}; GET /keys/me lists its domains.`,
    );
  }
  if (domain === undefined) {
    throw new AppError(
      'unknown_domain',
      `${name} is not registered in this organization: POST /domains adds it, GET /domains lists those there are.`,
    );
  }
  if (domain.status !== 'verified') throw new AppError('domain_not_verified', whyNotVerified(domain));
  return domain;
}

/** Errors quote what DNS answered, which may be long. */
const ERROR_CHARS_MAX = 300;

/** What is missing, and the next step. */
function whyNotVerified({ id, name, status, missing = [] }: SendingDomain): string {
  if (status === 'disabled') {
    return (
      `${name} is disabled, since its deletion was begun. To use it again: POST /domains/${id}/verify; ` +
      'before that register-identity and publish, where the domain uses them.'
    );
  }
  const faults = missing.map(
    ({ record, name: at, error }) =>
      ` ${record}: ${(error ?? `nobody has looked for ${at} yet.`).slice(0, ERROR_CHARS_MAX)}`,
  );
  return (
    `${name} is ${status}: its DNS records have not been found.${faults.join('')} ` +
    `GET /domains/${id} shows what to publish; POST /domains/${id}/verify looks for it at once.`
  );
}
