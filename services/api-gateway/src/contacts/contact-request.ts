import type { ChangeAuthor, ContactUpsert, UpsertContacts } from '@postrider/audiences';
import {
  AppError,
  isId,
  planNamed,
  type Consent,
  type ContactFilters,
  type PlanTable,
  type Principal,
  type UpsertContactRequest,
} from '@postrider/contracts';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import type { CursorCodec } from '../paging/cursor';
import type { TopicsRepository } from '../topics/topics.repository';
import type { ContactName, ContactPage, ContactRow, ContactsRepository } from './contacts.repository';

export interface ContactRouteOptions {
  readonly contacts: ContactsRepository;
  readonly upsertContacts: UpsertContacts;
  readonly plans: PlanTable;
  readonly cursors: CursorCodec;
}

/**
 * Which contacts a list or an export is asked for.
 * @throws AppError `validation_error` for an address that is none, `unknown_topic`
 */
export async function filterOf(
  principal: Principal,
  { email, search, status, topic: slug }: ContactFilters,
  topics: Pick<TopicsRepository, 'find'>,
): Promise<Omit<ContactPage, 'limit' | 'beforeId'>> {
  const organizationId = principal.organization.id;
  const topic = slug === undefined ? undefined : await topics.find({ organizationId, slug });
  if (topic === null) throw new AppError('unknown_topic', `There is no topic ${slug}.`);
  if (email !== undefined && !parseMailbox(email).ok) {
    throw new AppError('validation_error', 'email: not an email address');
  }
  const emailKey = email === undefined ? undefined : normaliseAddress(email);
  return { organizationId, emailKey, search, status, topic };
}

/** What a path names. @throws AppError `not_found` for what is neither id nor address */
export function contactOf(principal: Principal, idOrEmail: string): ContactName {
  const organizationId = principal.organization.id;
  if (isId(idOrEmail)) return { organizationId, id: idOrEmail };
  if (!parseMailbox(idOrEmail).ok) throw new AppError('not_found');
  return { organizationId, emailKey: normaliseAddress(idOrEmail) };
}

/** @throws AppError `not_found` */
export async function requireContact(contacts: ContactsRepository, name: ContactName): Promise<ContactRow> {
  const row = await contacts.find(name);
  if (row === null) throw new AppError('not_found');
  return row;
}

export function changeAuthor(principal: Principal, consent: Consent | undefined): ChangeAuthor {
  return { actor: 'api_key', apiKeyId: principal.keyId, consent };
}

/** What a call asks of one contact. @throws AppError `validation_error` for an address that is none */
export function upsertOf(
  principal: Principal,
  { email, consent, ...wish }: UpsertContactRequest,
  plans: PlanTable,
): ContactUpsert {
  const parsed = parseMailbox(email);
  if (!parsed.ok || parsed.mailbox.name !== null || email.includes('<')) {
    throw new AppError('validation_error', 'email: not an email address');
  }
  if (consent?.at !== undefined && Date.parse(consent.at) > Date.now() + clockSkewMs) {
    throw new AppError('validation_error', 'consent.at: must not lie in the future');
  }
  return {
    organizationId: principal.organization.id,
    email,
    emailKey: normaliseAddress(email),
    wish,
    author: changeAuthor(principal, consent),
    contactsMax: planNamed(principal.organization.plan, plans).contacts,
  };
}

const clockSkewMs = 300_000;
