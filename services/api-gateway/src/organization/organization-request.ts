import { invalidField } from '@postrider/contracts/errors';
import { hasInvisibleCharacters, mixesScripts } from '@postrider/contracts/fields';
import { updateOrganizationRequest } from '@postrider/contracts/organizations';
import { parseMailbox } from '@postrider/mail';
import type { Clock } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import { versionedBy } from '../http/object-version';
import type { OrganizationRepository } from './organization.repository';

/** `sending_paused` shows in the answer as a time. */
export const organizationVersion = versionedBy(updateOrganizationRequest, ['sending_paused_at']);

export interface OwnOrganizationRouteOptions {
  readonly organization: OrganizationRepository;
  /** After each commit: a pause holds from the next request on, on every gateway. */
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
}

/**
 * The address of `alert_email`.
 * @throws AppError `validation_error` for anything but one bare address
 */
export function alertAddress(text: string): string {
  const read = parseMailbox(text);
  if (!read.ok || read.mailbox.name !== null || hasInvisibleCharacters(text) || mixesScripts(text)) {
    throw invalidField('alert_email', 'not an email address');
  }
  return read.mailbox.address;
}
