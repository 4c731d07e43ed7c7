import { lowestId } from '@postrider/contracts';
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

const pageRowsMax = 100;
/** A million messages to one address, and as many from it. */
const pagesMax = 10_000;

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
  const digest = forgottenAddress(person.organizationId, person.address);
  const audience = await eraseAudience(pool, person, { digest, actor: options.actor });
  const mail = await eraseMail(pool, person, { digest, onPage: options.onPage ?? (() => undefined) });
  let inboundEmails = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const deleted = await withTransaction(pool, (client) => deleteInboundPage(client, person, pageRowsMax));
    inboundEmails += deleted;
    if (deleted < pageRowsMax) break;
  }
  let after: string | null = lowestId;
  for (let page = 0; page < pagesMax && after !== null; page += 1) {
    after = await deleteRequestContentPage(pool, person, after);
  }
  return { digest, erased: { ...audience, ...mail, inboundEmails } };
}

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

async function eraseMail(
  pool: Pool,
  person: Person,
  { digest, onPage }: { readonly digest: string; readonly onPage: (messages: number) => void },
): Promise<Pick<PersonCounts, 'messages' | 'openMessages'>> {
  let [messages, openMessages] = [0, 0];
  let after: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const ids: readonly string[] = await findMailPage(pool, person, { after, limit: pageRowsMax });
    const last = ids.at(-1);
    if (last === undefined) break;
    const erased = await withTransaction(pool, (client) => eraseMailPage(client, person, { ids, digest }));
    messages += erased;
    openMessages += ids.length - erased;
    after = last;
    onPage(messages);
  }
  return { messages, openMessages };
}
