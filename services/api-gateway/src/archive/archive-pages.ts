import type { WebPage } from '@postrider/mail';
import type { PageLanguage } from '../public-pages/languages';
import { markup, type Markup } from '../public-pages/markup';
import { paragraphsOf } from '../public-pages/page-parts';
import type { Page } from '../public-pages/page-shell';
import { archivePath } from '../topics/archive-address';
import type { Archive } from './archive.repository';
import type { ArchivedEmail, ArchivedTitle } from './archived-content';

export interface Entry extends ArchivedTitle {
  readonly id: string;
  readonly sentAt: Date;
}

interface ListedEntries {
  readonly entries: readonly Entry[];
  /** Whether these are not the newest. */
  readonly isLater: boolean;
  readonly hasOlder: boolean;
}

/** The broadcasts of a topic, newest first. */
export function listPage(archive: Archive, listed: ListedEntries, language: PageLanguage): Page {
  const { entries, isLater, hasOlder } = listed;
  const { archive: words } = language.texts;
  const path = archivePath(archive);
  const rows = entries.map((entry) => rowOf(entry, { archive, language }));
  const ways = [
    ...(isLater ? [markup`<a href="${path}">${words.newest}</a>`] : []),
    ...(hasOlder ? [markup`<a href="${path}?before=${entries.at(-1)?.id ?? ''}">${words.older}</a>`] : []),
  ];
  const content = markup`${paragraphsOf(archive.description).map((paragraph) => markup`<p>${paragraph}</p>`)}
${subscribeLink(archive, language).map((link) => markup`<p>${link}</p>`)}
${rows.length === 0 ? markup`<p>${words.none}</p>` : markup`<ul class="steps">${rows}</ul>`}
${ways.length === 0 ? [] : markup`<nav class="ways" aria-label="${words.pages}">${ways}</nav>`}`;
  const feed = `${path}/feed`;
  return { language, brand: archive.brand, title: archive.name, content, feed };
}

function rowOf(
  { id, sentAt, subject, previewText }: Entry,
  { archive, language }: { readonly archive: Archive; readonly language: PageLanguage },
): Markup {
  const date = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(sentAt);
  const preview = previewText === null ? [] : markup`<small>${previewText}</small>`;
  return markup`<li><a href="${archivePath(archive)}/${id}">${subject ?? archive.name}</a>
<small><time datetime="${sentAt.toISOString()}">${date}</time></small>${preview}</li>`;
}

function subscribeLink({ signupFormId }: Archive, { texts }: PageLanguage): Markup[] {
  return signupFormId === null ? [] : [markup`<a href="/f/${signupFormId}">${texts.signup.button}</a>`];
}

/** An email without HTML. */
export function textPage(archive: Archive, { subject, text }: ArchivedEmail, language: PageLanguage): Page {
  const content = markup`<pre>${text ?? ''}</pre>
<p class="ways">${waysFrom(archive, language)}</p>`;
  return { language, brand: archive.brand, title: subject, content };
}

/** An email as it was designed. What follows it has colors of its own: nothing is known of those around it. */
export function htmlPage(
  archive: Archive,
  { beforeFooter, afterFooter }: WebPage,
  language: PageLanguage,
): string {
  const links = waysFrom(archive, language).map(
    ({ source }) => `${source.replace('<a ', '<a style="color:#1d4ed8" ')}`,
  );
  const name = markup`${archive.brand.name}`.source;
  const footer =
    '<div style="clear:both;margin:32px 0 0;padding:16px;background:#ffffff;border-top:1px solid #d0d0d0;' +
    `font:14px/1.5 Arial,Helvetica,sans-serif;color:#444444;text-align:center">${[name, ...links].join(' &middot; ')}</div>`;
  return beforeFooter + footer + afterFooter;
}

function waysFrom(archive: Archive, language: PageLanguage): Markup[] {
  const all = language.texts.archive.all(archive.name);
  return [markup`<a href="${archivePath(archive)}">${all}</a>`, ...subscribeLink(archive, language)];
}

/** RFC 4287. */
export function atomFeed(archive: Archive, entries: readonly Entry[], origin: string): string {
  const url = origin + archivePath(archive);
  const updated = (entries[0]?.sentAt ?? archive.createdAt).toISOString();
  const items = entries.map(
    ({ id, sentAt, subject, previewText }) => markup`<entry>
<id>urn:uuid:${id}</id>
<title>${xmlText(subject ?? archive.name)}</title>
<link href="${url}/${id}"/>
<published>${sentAt.toISOString()}</published>
<updated>${sentAt.toISOString()}</updated>${
      previewText === null
        ? []
        : markup`
<summary>${xmlText(previewText)}</summary>`
    }
</entry>`,
  );
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url}</id>
<title>${xmlText(archive.name)}</title>
<link href="${url}"/>
<link rel="self" type="application/atom+xml" href="${url}/feed"/>
<updated>${updated}</updated>
<author><name>${xmlText(archive.brand.name)}</name></author>
${items}
</feed>
`.source;
}

/** XML 1.0 has no way to write most control characters. */
function xmlText(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
