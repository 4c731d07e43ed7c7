import type {
  ContactName,
  ContactUpsert,
  ContentContact,
  KeptChoices,
  UpsertContacts,
} from '@postrider/audiences';
import type { Principal, PrincipalActor } from '@postrider/contracts/access';
import type {
  Consent,
  ContactFilters,
  ContactResource,
  UpsertContactRequest,
} from '@postrider/contracts/contacts';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { planNamed, type PlanTable } from '@postrider/contracts/organizations';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { requireUnrestricted } from '../auth/principal-scope';
import type { CursorCodec } from '../paging/cursor';
import type { TopicsRepository } from '../topics/topics.repository';
import type { ContactPage, ContactsRepository, FoundContact } from './contacts.repository';

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
    throw invalidField('email', 'not an email address');
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
export async function requireContact(contacts: ContactsRepository, name: ContactName): Promise<FoundContact> {
  const found = await contacts.find(name);
  if (found === null) throw new AppError('not_found');
  return found;
}

/** As templates see it. */
export function contentContactOf(contact: ContactResource): ContentContact {
  const { email, first_name: firstName, last_name: lastName } = contact;
  // As the API stored them.
  const properties = contact.properties as ContentContact['properties'];
  return { email, firstName, lastName, properties };
}

/** @param kept what the change left unsubscribed */
export function keptOf(kept: KeptChoices | null): Pick<ContactResource, 'kept_unsubscribed'> {
  return kept === null ? {} : { kept_unsubscribed: { status: kept.status, topics: [...kept.topics] } };
}

/** Who asks, by which request. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly plans: PlanTable;
}

/**
 * What a call asks of one contact.
 * @throws AppError `validation_error` for an address that is none, or `resubscribe` without proof; `forbidden_domain`
 */
/** Who changes a contact, as its history names them. */
export function contactAuthor({
  type,
  id,
}: PrincipalActor): Pick<ContactUpsert['author'], 'actor' | 'apiKeyId'> {
  return { actor: type === 'user' ? 'user' : 'api_key', apiKeyId: id };
}

export function upsertOf(
  { principal, requestId, plans }: Caller,
  { email, consent, resubscribe = false, ...wish }: UpsertContactRequest,
): ContactUpsert {
  const parsed = parseMailbox(email);
  if (!parsed.ok || parsed.mailbox.name !== null || email.includes('<')) {
    throw invalidField('email', 'not an email address');
  }
  if (consent?.at !== undefined && Date.parse(consent.at) > Date.now() + clockSkewMs) {
    throw invalidField('consent.at', 'must not be in the future');
  }
  if (resubscribe) {
    requireUnrestricted(principal, 'Subscriptions apply to all domains of the organization.');
    requireProof(consent);
  }
  return {
    organizationId: principal.organization.id,
    email,
    emailKey: normaliseAddress(email),
    wish,
    author: { ...contactAuthor(principal.actor), consent },
    ...(resubscribe && { resubscribe: { requestId } }),
    contactsMax: planNamed(principal.organization.plan, plans).contacts,
  };
}

const clockSkewMs = 300_000;

function requireProof(consent: Consent | undefined): void {
  for (const field of ['source', 'at'] as const) {
    if (consent?.[field]) continue;
    throw invalidField(`consent.${field}`, 'required with resubscribe');
  }
}
