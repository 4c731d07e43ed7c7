import { findTextLinks, htmlText } from '@postrider/mail';
import { checkEmail, type EmailChecked } from './check-email';
import type { CheckedEmail } from './checked-email';
import { findCodes } from './reading/find-codes';
import { readHtml, type Link } from './reading/read-html';

export interface EmailInspected extends Pick<EmailChecked, 'sizeBytes' | 'findings'> {
  /** The likeliest first. */
  readonly codes: readonly string[];
  /** As they were written, each once, those for leaving a list included where there is HTML. */
  readonly links: readonly { readonly url: string; readonly text: string }[];
}

/** `inspectEmail` in a thread. */
export const inspectTask = { file: require.resolve('./check.task'), name: 'inspectEmail' } as const;

const linksMax = 100;

/** What a check finds, and what a reader of the email acts on. */
export function inspectEmail(email: CheckedEmail): EmailInspected {
  const { subject, html, text } = email;
  const { sizeBytes, findings } = checkEmail(email);
  const shown = text ?? (html === null ? '' : htmlText(html));
  return { sizeBytes, findings, codes: findCodes(`${subject}\n${shown}`), links: linksOf(html, text) };
}

function linksOf(html: string | null, text: string | null): EmailInspected['links'] {
  if (html === null) return unique(findTextLinks(text ?? '').map(({ url }) => ({ url, text: '' })));
  const { links } = readHtml(html, () => false);
  return unique(
    links
      .filter(({ href }) => /^https?:\/\//i.test(href))
      .map((link) => ({ url: link.href, text: wordsOf(link) })),
  );
}

/** What is seen, or what stands for an image. */
function wordsOf({ words, names }: Link): string {
  const [seen, named] = [words, names].map((each) => each.replace(/\s+/g, ' ').trim());
  return seen || (named ?? '');
}

function unique(links: EmailInspected['links']): EmailInspected['links'] {
  const byUrl = new Map<string, EmailInspected['links'][number]>();
  for (const link of links) if (!byUrl.has(link.url)) byUrl.set(link.url, link);
  return [...byUrl.values()].slice(0, linksMax);
}
