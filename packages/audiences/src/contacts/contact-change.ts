import type {
  Consent,
  PropertyValue,
  SubscriptionChangeActor,
  TopicState,
  UpsertContactRequest,
} from '@postrider/contracts/contacts';
import type { AppError } from '@postrider/contracts/errors';

export type ContactStatus = 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
export type SubscriptionState = TopicState['state'];

/** A contact as it stands, or will. */
export interface ContactState {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly status: ContactStatus;
  /** Choices by slug. */
  readonly topics: ReadonlyMap<string, SubscriptionState>;
}

/** What a call wants of a contact. */
export type ContactWish = Omit<UpsertContactRequest, 'email' | 'consent' | 'topics' | 'resubscribe'> & {
  readonly topics?: readonly TopicState[] | undefined;
};

/** A change of the status, or of one topic, as its history keeps it. */
export interface StateChange {
  /** Slug; null: the status. */
  readonly topic: string | null;
  readonly before: ContactStatus | null;
  readonly after: ContactStatus;
}

/** Who changes it, and by what proof. */
export interface ChangeAuthor {
  readonly actor: SubscriptionChangeActor;
  readonly apiKeyId: string | null;
  readonly consent: Consent | undefined;
}

/** A wish, and whose contact it is for. */
export interface ContactUpsert {
  readonly organizationId: string;
  /** As it was written. */
  readonly email: string;
  /** `normaliseAddress` form: by it the contact is known. */
  readonly emailKey: string;
  readonly wish: ContactWish;
  readonly author: ChangeAuthor;
  /** Contacts that the plan allows; null: any number. */
  readonly contactsMax: number | null;
  /** Overrides the contact's own choice to unsubscribe, by `author.consent`; recorded in the audit log under this request. */
  readonly resubscribe?: { readonly requestId: string };
  /**
   * Of an import: what its file says of the contact, as `consent.source` has it, where it means a subscription. An earlier import that
   * unsubscribed the contact for the very same words had read them wrongly.
   */
  readonly refutes?: readonly string[];
  /** A contact that is not there stays away. */
  readonly mustExist?: boolean;
  /** Asked with the contact before anything of the item is written; what it answers refuses the item as a whole. */
  readonly admit?: (contact: { readonly id: string; readonly isNew: boolean }) => AppError | null;
}

/**
 * A contact that does not exist yet.
 * @param known what is known of its address: the status that a suppression asks for, and topics that an earlier contact unsubscribed from
 */
export function newContact(
  identity: { readonly id: string; readonly email: string },
  known: {
    readonly status?: ContactStatus | undefined;
    readonly unsubscribed?: readonly string[] | undefined;
  } = {},
): ContactState {
  const { status = 'SUBSCRIBED', unsubscribed = [] } = known;
  const topics = new Map(unsubscribed.map((topic) => [topic, 'UNSUBSCRIBED' as const]));
  return { ...identity, firstName: null, lastName: null, properties: {}, status, topics };
}

/** What the wish makes of a contact: fields that it leaves out stay. */
export function changeContact(contact: ContactState, wish: ContactWish): ContactState {
  return {
    ...contact,
    firstName: wish.first_name === undefined ? contact.firstName : emptyIsNull(wish.first_name),
    lastName: wish.last_name === undefined ? contact.lastName : emptyIsNull(wish.last_name),
    properties: mergeProperties(contact.properties, wish.properties),
    status: nextStatus(contact.status, wish.status),
    topics: new Map([
      ...contact.topics,
      ...(wish.topics ?? []).map(({ topic, state }) => [topic, state] as const),
    ]),
  };
}

/** A mailbox that does not exist and a person who complained are not won back by a form. */
function nextStatus(status: ContactStatus, wanted: SubscriptionState | undefined): ContactStatus {
  return status === 'BOUNCED' || status === 'COMPLAINED' ? status : (wanted ?? status);
}

function mergeProperties(
  known: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, PropertyValue | null>> | undefined,
): Readonly<Record<string, unknown>> {
  if (given === undefined) return known;
  const merged = new Map([...Object.entries(known), ...Object.entries(given)]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null));
}

function emptyIsNull(name: string | null): string | null {
  return name === '' ? null : name;
}

/** What its history has to say of the step; `before` null: the contact is new. */
export function changesBetween(before: ContactState | null, after: ContactState): StateChange[] {
  const status: StateChange[] =
    before?.status === after.status
      ? []
      : [{ topic: null, before: before?.status ?? null, after: after.status }];
  const topics = [...after.topics]
    .filter(([topic, state]) => before?.topics.get(topic) !== state)
    .map(([topic, state]) => ({ topic, before: before?.topics.get(topic) ?? null, after: state }));
  return [...status, ...topics];
}

/** Whether the row of the contact itself differs. */
export function differs(before: ContactState, after: ContactState): boolean {
  return (
    before.email !== after.email ||
    before.firstName !== after.firstName ||
    before.lastName !== after.lastName ||
    before.status !== after.status ||
    !isSame(before.properties, after.properties)
  );
}

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}
