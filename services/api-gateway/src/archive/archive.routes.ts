import { createHash } from 'node:crypto';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import {
  createBatcher,
  isEngineUnavailable,
  OverloadedError,
  type Clock,
  type LinkOrigin,
  type Logger,
} from '@postrider/runtime';
import type { Renderer } from '@postrider/templating';
import { clientAddress } from '../auth/request-source';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { createAddressRate } from '../public-links/address-rate';
import { emailPageHeaders } from '../public-links/view-email';
import { chooseLanguage, type PageLanguage } from '../public-pages/languages';
import {
  laterPage,
  pageHeaders,
  renderPage,
  reply,
  replyPage,
  unknownLinkPage,
  type Page,
} from '../public-pages/page-shell';
import { discardBody } from '../public-pages/read-form';
import { readArchivePath } from '../topics/archive-address';
import { findArchive, findArchived, listArchived, type Archive } from './archive.repository';
import { atomFeed, htmlPage, listPage, textPage, type Entry } from './archive-pages';
import { createArchivedContent, type ArchivedContent } from './archived-content';

interface Options {
  readonly pool: Pool;
  readonly renderer: Renderer;
  readonly publicUrl: LinkOrigin;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** People and search engines read page after page. */
const perMinuteMax = 120;
/** Visitors wait for each other, not the API for them. */
const inFlightMax = 2;
const waitingMax = 200;
const entriesPerPage = 20;

/** What a visitor asks for. */
interface Wanted {
  readonly path: string;
  readonly queryString: string;
  readonly language: PageLanguage;
}

interface Found {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Sources {
  readonly pool: Pool;
  readonly content: ArchivedContent;
  readonly origin: string;
}

/** Answers `/a/<topic>`, the archive of a topic, its feed, and the emails in it. Nothing there is about a person, and a GET changes nothing. */
export function archiveRoutes(options: Options): TableRoute[] {
  const { pool, log, clock, trustedProxyHops } = options;
  const sources: Sources = {
    pool,
    content: createArchivedContent(options),
    origin: options.publicUrl.origin,
  };
  const exceedsRate = createAddressRate({ perMinuteMax, clock });
  const pages = createBatcher<Wanted, Found | null>({
    ...{ name: 'archives', batchMax: 1, inFlightMax, waitingMax },
    run: (wanted) => Promise.all(wanted.map((each) => readArchive(sources, each))),
  });

  const answer = async (context: RequestContext): Promise<void> => {
    discardBody(context);
    const language = languageOf(context);
    if (exceedsRate(clientAddress(context, trustedProxyHops))) {
      return replyPage(context, 429, laterPage(language));
    }
    const { method, path, queryString } = context;
    if (method !== 'GET' && method !== 'HEAD') {
      return reply(context, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const found = await pages.submit({ path, queryString, language });
    if (found === null) return replyPage(context, 404, unknownLinkPage(language));
    replyCacheable(context, found);
  };

  const handle = (context: RequestContext): void => {
    answer(context).catch((error: unknown) => {
      const isExpected =
        isEngineUnavailable(error) || error instanceof OverloadedError || error instanceof AppError;
      if (isExpected) log.warn({ err: error }, 'an archive could not be shown');
      else log.error({ err: error }, 'a request for an archive failed unexpectedly');
      if (!context.isAnswered) replyPage(context, isExpected ? 503 : 500, laterPage(languageOf(context)));
    });
  };
  return [{ method: 'ANY', path: /^\/a\//, handle }];
}

function languageOf({ headers }: RequestContext): PageLanguage {
  return chooseLanguage(headers['accept-language']);
}

/**
 * Caches may keep it, but ask each time whether it is still the same: an archive that is turned off is gone at once. Unlike our other pages,
 * these are meant to be found.
 */
function replyCacheable(context: RequestContext, { headers, body }: Found): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const cached = { 'cache-control': 'public, no-cache', vary: 'accept-language', etag };
  const known = (context.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return context.send({ status: 304, headers: cached, body: '' });
  reply(context, { status: 200, headers: { ...headers, ...cached, 'x-robots-tag': 'all' }, body });
}

/** Null: there is no such page, or it is not shown any more. */
async function readArchive(sources: Sources, wanted: Wanted): Promise<Found | null> {
  const named = readArchivePath(wanted.path);
  const archive = named && (await findArchive(sources.pool, named.address));
  if (named === null || archive === null) return null;
  const { below } = named;
  if (below === null) return readList(sources, archive, wanted);
  if (below === 'feed') return readFeed(sources, archive);
  return isId(below) ? readEmail(sources, { archive, id: below.toLowerCase() }, wanted) : null;
}

async function readList(sources: Sources, archive: Archive, wanted: Wanted): Promise<Found | null> {
  const before = new URLSearchParams(wanted.queryString).get('before');
  if (before !== null && !isId(before)) return null;
  const { entries, hasOlder } = await readEntries(sources, archive, before);
  return pageFound(listPage(archive, { entries, hasOlder, isLater: before !== null }, wanted.language));
}

async function readFeed(sources: Sources, archive: Archive): Promise<Found> {
  const { entries } = await readEntries(sources, archive, null);
  return { headers: feedHeaders, body: atomFeed(archive, entries, sources.origin) };
}

const feedHeaders = {
  'content-type': 'application/atom+xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

async function readEntries(
  { pool, content }: Sources,
  archive: Archive,
  before: string | null,
): Promise<{ readonly entries: readonly Entry[]; readonly hasOlder: boolean }> {
  const rows = await listArchived(pool, archive, { before, limit: entriesPerPage + 1 });
  const entries: Entry[] = [];
  for (const row of rows.slice(0, entriesPerPage)) {
    const { subject, previewText } = await content.titleOf(archive, row);
    entries.push({ id: row.id, sentAt: row.sentAt, subject, previewText });
  }
  return { entries, hasOlder: rows.length > entriesPerPage };
}

async function readEmail(
  { pool, content }: Sources,
  { archive, id }: { readonly archive: Archive; readonly id: string },
  { language }: Wanted,
): Promise<Found | null> {
  const broadcast = await findArchived(pool, archive, id);
  const email = broadcast && (await content.emailOf(archive, broadcast));
  if (email === null) return null;
  if (email.page === null) return pageFound(textPage(archive, email, language));
  return { headers: emailPageHeaders, body: htmlPage(archive, email.page, language) };
}

function pageFound(page: Page): Found {
  return { headers: pageHeaders(page), body: renderPage(page) };
}
