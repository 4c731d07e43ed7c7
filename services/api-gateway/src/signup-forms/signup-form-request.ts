import type { Principal } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  updateSignupFormRequest,
  type SignupFormResource,
  type SignupRequestResource,
} from '@postrider/contracts/signup-forms';
import type { Pool } from '@postrider/db';
import { formatMailbox, parseMailbox } from '@postrider/mail';
import type { Clock, LinkOrigin } from '@postrider/runtime';
import { authorizeDomain, parseFrom } from '@postrider/submission';
import { versionedBy } from '../http/object-version';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type {
  NewSignupForm,
  SignupFormName,
  SignupFormRow,
  SignupFormsRepository,
  SignupRequestRow,
} from './signup-forms.repository';

export const signupFormVersion = versionedBy(updateSignupFormRequest);

export interface SignupSettings {
  /** Where the pages are. */
  readonly publicUrl: LinkOrigin;
  /** Of one form. */
  readonly mailsPerHourMax: number;
}

export interface SignupFormRouteOptions {
  readonly signupForms: SignupFormsRepository;
  readonly pool: Pool;
  readonly cursors: CursorCodec;
  readonly publicUrl: LinkOrigin;
  readonly clock: Clock;
}

/**
 * The form that a path names, of those whose domain the key may see.
 * @throws AppError `not_found` for what cannot be an id
 */
export function signupFormOf({
  principal,
  params: { id },
}: Pick<RouteRequest<unknown, unknown, { readonly id: string }>, 'principal' | 'params'>): SignupFormName {
  if (!isId(id)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, id, domainIds: principal.domainIds };
}

/** @throws AppError `not_found` */
export function foundForm(row: SignupFormRow | null): SignupFormRow {
  if (row === null) throw new AppError('not_found');
  return row;
}

/** @throws AppError `invalid_from`, `forbidden_domain`, `unknown_domain`, `domain_not_verified` */
export function senderOf(principal: Principal, from: string): NewSignupForm['sender'] {
  const mailbox = parseFrom(from);
  return { domainId: authorizeDomain(principal, mailbox.domain).id, fromHeader: formatMailbox(mailbox) };
}

/** @throws AppError `validation_error` */
export function replyToOf(replyTo: string | null): string | null {
  if (replyTo === null) return null;
  const parsed = parseMailbox(replyTo);
  if (parsed.ok) return formatMailbox(parsed.mailbox);
  throw invalidField('reply_to', 'not an email address');
}

/**
 * Where a browser is sent: it is the customer's own form, so any https page will do; what a person has just confirmed is
 * not passed on to it.
 * @throws AppError `validation_error`
 */
export function redirectUrlOf(text: string | null, publicUrl: LinkOrigin): string | null {
  if (text === null) return null;
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (url === null) throw invalidField('redirect_url', 'must be a URL, such as https://shop.example/welcome');
  const isLocal = publicUrl.servesAll && url.protocol === 'http:' && loopback.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) throw invalidField('redirect_url', 'must use https');
  if (url.username !== '' || url.password !== '') {
    throw invalidField('redirect_url', 'must not contain a user name or password');
  }
  return url.href;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function presentSignupForm(row: SignupFormRow, publicUrl: LinkOrigin): SignupFormResource {
  return {
    object: 'signup_form',
    id: row.id,
    name: row.name,
    url: `${publicUrl.origin}/f/${row.id}`,
    from: row.fromHeader,
    reply_to: row.replyTo,
    topics: [...row.topics],
    title: row.title,
    description: row.description,
    fields: row.fields,
    redirect_url: row.redirectUrl,
    confirmation_subject: row.confirmationSubject,
    confirmation_text: row.confirmationText,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentSignupRequest(row: SignupRequestRow, now: Date): SignupRequestResource {
  return {
    object: 'signup_request',
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    topics: row.topics,
    state: stateOf(row, now),
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    email_id: row.messageId,
    contact_id: row.contactId,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    confirmed_ip_address: row.confirmedIp,
  };
}

function stateOf({ confirmedAt, expiresAt }: SignupRequestRow, now: Date): SignupRequestResource['state'] {
  if (confirmedAt !== null) return 'confirmed';
  return expiresAt > now ? 'pending' : 'expired';
}
