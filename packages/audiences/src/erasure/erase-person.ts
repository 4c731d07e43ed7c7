import { lowestId } from '@postrider/contracts/ids';
import {
  forgottenAddress,
  insertAuditEntry,
  withTransaction,
  type NewAuditEntry,
  type Pool,
} from '@postrider/db';
import { deleteContact } from '../contacts/delete-contact';
import { countInbound, deleteInboundPage } from './inbound.repository';
import { countMail, eraseMailPage, findMailPage } from './mail.repository';
import {
  countAudience,
  deleteSignups,
  forgetSuppressions,
  type Person,
  type PersonCounts,
} from './person.repository';
import { deleteRequestContentPage } from './request-contents.repository';

/** What is erased after the contact, in this order. */
const stages = ['mail', 'inbound', 'requests'] as const;
type Stage = (typeof stages)[number];

/** Where the next part of an erasure begins. */
export interface ErasurePosition {
  readonly stage: Stage;
  /** Id of the last row that was looked at. */
  readonly after: string;
}

interface Erasure {
  /** What replaces the address. */
  readonly digest: string;
  readonly erased: PersonCounts;
}

interface ErasureOptions {
  /** Who asked for it, for the audit log. */
  readonly actor: NewAuditEntry['actor'];
  readonly onPage?: (messages: number) => void;
}

/** A million messages to one address, as many inbound emails, and the contents of as many requests. */
const pagesMax = 30_000;
const nothing: PersonCounts = {
  ...{ contacts: 0, signupRequests: 0, suppressions: 0 },
  ...{ messages: 0, openMessages: 0, inboundEmails: 0 },
};

export async function countPerson(pool: Pool, person: Person): Promise<PersonCounts> {
  const [audience, mail, inboundEmails] = await Promise.all([
    countAudience(pool, person),
    countMail(pool, person),
    countInbound(pool, person),
  ]);
  return { ...audience, ...mail, inboundEmails };
}

/**
 * Deletes the contact with its history, signups and runs, inbound mail from the address, the content of messages to it, and headers and
 * bodies of API requests that name it. A digest takes
 * the place of the address in suppressions, so that they still hold, and in recipients and events, so that counts stay true.
 * Each page is committed by itself; an erasure that was interrupted is repeated. A message that may still be sent is left, and counted:
 * repeat the erasure when it was sent or has failed.
 */
export async function erasePerson(pool: Pool, person: Person, options: ErasureOptions): Promise<Erasure> {
  const { digest, erased } = await erasePersonPart(pool, person, { ...options, from: null, pagesMax });
  return { digest, erased };
}

/**
 * As `erasePerson`, as much as some pages are.
 *
 * @param from null: the beginning, which deletes the contact
 * @returns also where the next part begins; null: this was the last one
 */
export async function erasePersonPart(
  pool: Pool,
  person: Person,
  part: ErasureOptions & { readonly from: ErasurePosition | null; readonly pagesMax: number },
): Promise<Erasure & { readonly next: ErasurePosition | null }> {
  const digest = forgottenAddress(person.organizationId, person.address);
  let erased = nothing;
  if (part.from === null) {
    erased = { ...nothing, ...(await eraseAudience(pool, person, { digest, actor: part.actor })) };
  }
  let next: ErasurePosition | null = part.from ?? { stage: 'mail', after: lowestId };
  for (let page = 0; page < part.pagesMax && next !== null; page += 1) {
    const { last, ...counts } = await erasePage[next.stage](pool, person, { after: next.after, digest });
    const { messages = 0, openMessages = 0, inboundEmails = 0 } = counts;
    erased = {
      ...erased,
      messages: erased.messages + messages,
      openMessages: erased.openMessages + openMessages,
      inboundEmails: erased.inboundEmails + inboundEmails,
    };
    if (next.stage === 'mail' && last !== null) part.onPage?.(erased.messages);
    next = last === null ? stageAfter(next.stage) : { stage: next.stage, after: last };
  }
  return { digest, erased, next };
}

function stageAfter(stage: Stage): ErasurePosition | null {
  const following = stages[stages.indexOf(stage) + 1];
  return following === undefined ? null : { stage: following, after: lowestId };
}

interface ErasedPage extends Partial<Pick<PersonCounts, 'messages' | 'openMessages' | 'inboundEmails'>> {
  /** The last row that was looked at; null: there were none behind `after`. */
  readonly last: string | null;
}

type ErasePage = (
  pool: Pool,
  person: Person,
  from: { readonly after: string; readonly digest: string },
) => Promise<ErasedPage>;

const mailPageRowsMax = 100;

/** Each page is a transaction. */
const erasePage: Readonly<Record<Stage, ErasePage>> = {
  mail: async (pool, person, { after, digest }) => {
    const ids = await findMailPage(pool, person, { after, limit: mailPageRowsMax });
    if (ids.length === 0) return { last: null };
    const messages = await withTransaction(pool, (client) => eraseMailPage(client, person, { ids, digest }));
    return { messages, openMessages: ids.length - messages, last: ids.at(-1) ?? null };
  },
  inbound: (pool, person, { after }) =>
    withTransaction(pool, (client) => deleteInboundPage(client, person, after)),
  requests: async (pool, person, { after }) => ({
    last: await deleteRequestContentPage(pool, person, after),
  }),
};

/** The contact, its suppressions and the entry in the audit log, which names the person by the digest. */
async function eraseAudience(
  pool: Pool,
  person: Person,
  { digest, actor }: { readonly digest: string; readonly actor: NewAuditEntry['actor'] },
): Promise<Pick<PersonCounts, 'contacts' | 'signupRequests' | 'suppressions'>> {
  const { organizationId, address } = person;
  return withTransaction(pool, async (client) => {
    const found = await countAudience(client, person);
    await deleteContact(client, { organizationId, emailKey: address }, 'recipient');
    // What there is without a contact.
    await deleteSignups(client, person);
    await forgetSuppressions(client, person);
    await insertAuditEntry(client, {
      organizationId,
      actor,
      action: 'contact.erase',
      target: { type: 'contact', id: digest },
      after: { ...found },
    });
    return found;
  });
}
