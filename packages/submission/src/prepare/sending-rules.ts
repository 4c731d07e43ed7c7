import type { Principal, SendingDomain } from '@postrider/contracts/access';
import { sendLimits, type SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isBulkKind } from '@postrider/contracts/statuses';
import { platformKeyId, platformNoticeKind } from '../platform-identity';
import type { PreparedRecipient } from './addresses';

/**
 * The domain that the principal may send from. A restricted key learns nothing about domains other than its own:
 * registered or not, they are forbidden to it.
 * @throws AppError `forbidden_domain`, `unknown_domain`, `domain_not_verified`
 */
export function authorizeDomain(principal: Principal, name: string): SendingDomain {
  const { domains, domainIds } = principal;
  const domain = domains.get(name);
  if (domainIds !== null && (domain === undefined || !domainIds.includes(domain.id))) {
    throw new AppError(
      'forbidden_domain',
      `This key may not send from ${name}. GET /keys/me lists its domains.`,
    );
  }
  if (domain === undefined) {
    throw new AppError(
      'unknown_domain',
      `${name} is not registered in this organization. Add it with POST /domains, or list the registered domains with GET /domains.`,
    );
  }
  if (domain.status !== 'verified' && !isTried(principal, domain)) {
    throw new AppError('domain_not_verified', whyNotVerified(domain));
  }
  return domain;
}

/**
 * Users of the console can send test emails from a domain before its records are published: a first email requires no DNS, and what is
 * simulated leaves for no one. Keys need a verified domain in both modes.
 */
function isTried({ actor, mode }: Principal, { status }: SendingDomain): boolean {
  return actor.type === 'user' && mode === 'test' && status === 'pending';
}

/** Errors quote what DNS answered, which may be long. */
const errorCharsMax = 300;

/** What is missing, and the next step. */
function whyNotVerified({ id, name, status, missing = [] }: SendingDomain): string {
  if (status === 'disabled') {
    return `${name} is disabled because its deletion was started. To use it again, call POST /domains/${id}/verify, after register-identity and publish if the domain uses them.`;
  }
  const faults = missing.map(
    ({ record, name: at, error }) =>
      ` ${record}: ${(error ?? `${at} has not been checked yet.`).slice(0, errorCharsMax)}`,
  );
  return `${name} is ${status}: its DNS records were not found.${faults.join('')} GET /domains/${id} shows the records to publish; POST /domains/${id}/verify checks them at once.`;
}

/**
 * Holds on the organization. Test keys go on: what they send is simulated.
 * @throws AppError `sending_paused`, `under_review`
 */
export function checkPolicy(principal: Principal): void {
  if (principal.mode === 'test') return;
  if (principal.organization.underReviewAt !== null) throw new AppError('under_review');
  if (principal.organization.sendingPausedAt !== null) throw new AppError('sending_paused');
}

/**
 * What the key may send, whatever its organization may.
 * @throws AppError `forbidden_recipient`, `template_required`
 */
export function checkLimits(
  { limits }: Principal,
  recipients: readonly PreparedRecipient[],
  { template }: Pick<SendEmailRequest, 'template'>,
): void {
  if (limits === undefined) return;
  const allowed = limits.recipients;
  const other = allowed && recipients.find(({ key, domain }) => !allowed.has(key) && !allowed.has(domain));
  if (other) throw new AppError('forbidden_recipient', `This key may not send to ${other.address}.`);
  if (limits.templatesOnly && template === undefined) throw new AppError('template_required');
}

/** The kind: the field, else the value of the tag named `kind`, else null. */
export function resolveKind({ kind, tags }: Pick<SendEmailRequest, 'kind' | 'tags'>): string | null {
  if (kind !== undefined) return kind;
  if (tags === undefined) return null;
  const index = tags.findIndex((tag) => tag.name === 'kind');
  const value = tags[index]?.value;
  if (value === undefined || value === '') return null;
  if (value.length > sendLimits.kindCharsMax) {
    throw invalidField(
      `tags[${index}].value`,
      `a kind can have at most ${sendLimits.kindCharsMax} characters`,
    );
  }
  return value;
}

/**
 * The kind, if the sender may use it. Alert rules do not count the platform's own mail, so its kind is the platform's.
 * @throws AppError `validation_error` naming `kind`
 */
export function permittedKind({ actor }: Principal, kind: string | null): string | null {
  if (kind !== platformNoticeKind || actor.id === platformKeyId) return kind;
  throw invalidField('kind', `${platformNoticeKind} is reserved for email of the platform`);
}

/**
 * Bulk kinds carry an unsubscribe link of one person, so they go to one recipient, from a bulk stream only.
 * @throws AppError `bulk_single_recipient`, `stream_mismatch`
 */
export function checkBulk(kind: string | null, recipientCount: number, domain: SendingDomain): void {
  if (!isBulkKind(kind)) return;
  if (recipientCount > 1) throw new AppError('bulk_single_recipient');
  if (domain.stream !== 'bulk') {
    throw new AppError(
      'stream_mismatch',
      `${domain.name} is a ${domain.stream} domain. A bulk kind requires a domain of the stream bulk.`,
    );
  }
}

/**
 * What is to be tracked. A tracked link belongs to one person and to the domain's own tracking host.
 * @throws AppError `validation_error` naming `track`
 */
export function checkTracking(
  track: SendEmailRequest['track'],
  recipientCount: number,
  domain: SendingDomain,
): { readonly opens: boolean; readonly clicks: boolean } {
  const tracking = { opens: track?.opens ?? false, clicks: track?.clicks ?? false };
  if (!tracking.opens && !tracking.clicks) return tracking;
  if (recipientCount > 1) throw invalidField('track', 'requires a single recipient');
  if (!domain.trackingVerified)
    throw invalidField(
      'track',
      `the tracking host of ${domain.name} is not verified: publish its TRACKING record (see GET /domains/${domain.id}), or omit track`,
    );
  return tracking;
}
