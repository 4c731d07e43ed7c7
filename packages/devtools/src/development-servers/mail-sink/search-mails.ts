import type { DescribedMail } from './describe-mail';
import type { KeptMail } from './kept-mails';

/** Text that the mail must contain, in lower case. */
export interface MailSearch {
  /** In the address of a recipient; hidden recipients count. */
  readonly to: string;
  /** In the address of the sender, as the header shows it or as the envelope has it. */
  readonly from: string;
  readonly subject: string;
}

/** @returns the search, or the name of a parameter that there is not: a misspelt filter must not list everything */
export function readSearch(parameters: URLSearchParams): MailSearch | { readonly unknown: string } {
  const search = { to: '', from: '', subject: '' };
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(search, name)) return { unknown: name };
    search[name as keyof MailSearch] = value.trim().toLowerCase();
  }
  return search;
}

/** A mail is parsed only if its envelope matches. */
export async function matches(mail: KeptMail, { to, from, subject }: MailSearch): Promise<boolean> {
  if (!mail.message.to.some((address) => contains(address, to))) return false;
  if (from === '' && subject === '') return true;
  const described = JSON.parse((await mail.described()).toString()) as DescribedMail;
  const senders = [...described.from, described.envelope.from];
  return contains(described.subject, subject) && senders.some(({ address }) => contains(address, from));
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part);
