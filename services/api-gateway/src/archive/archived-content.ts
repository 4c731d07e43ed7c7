import {
  compileContent,
  findBroadcastContent,
  findTemplateContent,
  renderContent,
  type ContentSource,
} from '@postrider/audiences';
import type { EmailContent } from '@postrider/contracts/emails';
import type { Pool } from '@postrider/db';
import { webPageOf, type WebPage } from '@postrider/mail';
import { createTtlCache } from '@postrider/runtime';
import type { Renderer } from '@postrider/templating';
import { readContent, type Archive, type ListedBroadcast } from './archive.repository';

/** As the list and the feed name it. */
export interface ArchivedTitle {
  /** Null: it is blank without a recipient. */
  readonly subject: string | null;
  readonly previewText: string | null;
}

export interface ArchivedEmail {
  readonly subject: string;
  /** Null: it has no HTML. */
  readonly page: WebPage | null;
  readonly text: string | null;
}

/** What a broadcast says without a recipient: variables have their fallbacks, and there are no links of a recipient. */
export interface ArchivedContent {
  /** @throws AppError `rate_limited`, `service_unavailable` */
  titleOf(archive: Archive, broadcast: ListedBroadcast): Promise<ArchivedTitle>;
  /** @returns null when it cannot be rendered without a recipient @throws AppError `rate_limited`, `service_unavailable` */
  emailOf(archive: Archive, broadcast: ListedBroadcast): Promise<ArchivedEmail | null>;
}

/** What was sent does not change; this is for the room that it takes: emails of at most 1 MB. */
const titlesKept = { entriesMax: 2_000, ttlMs: 3_600_000 } as const;
const emailsKept = { entriesMax: 20, ttlMs: 3_600_000 } as const;

interface KeptEmail {
  readonly email: ArchivedEmail | null;
}

export function createArchivedContent({
  pool,
  renderer,
}: {
  readonly pool: Pool;
  readonly renderer: Renderer;
}): ArchivedContent {
  const titles = createTtlCache<string, ArchivedTitle>(titlesKept);
  const emails = createTtlCache<string, KeptEmail>(emailsKept);

  const render = async (organizationId: string, source: ContentSource): Promise<EmailContent | null> => {
    // Visitors have a share of processor time of their own: they do not slow down what the organization sends.
    const share = { organizationId: `archive ${organizationId}` };
    const variables = source.variables.map((variable) => ({ ...variable, required: false }));
    const shown = { ...source, variables, previewText: null, wasAccepted: true };
    const outcome = await compileContent(renderer, shown, { ...share, hasEvent: false });
    if (outcome.state === 'busy') throw outcome.error;
    if (outcome.state === 'invalid') return null;
    const rendering = await renderContent(renderer, outcome.content, {
      ...share,
      ...{ contact: null, links: null },
    });
    if (rendering.state === 'busy') throw rendering.error;
    return rendering.state === 'invalid' ? null : rendering;
  };

  const renderTitle = async (
    { organizationId }: Archive,
    { subject, previewText, template }: ListedBroadcast,
  ): Promise<ArchivedTitle> => {
    const found =
      template && (await findTemplateContent(pool, organizationId, { ...template, wasSent: true }));
    const source = found?.source ?? { variables: [] };
    const line = async (text: string | null): Promise<string | null> => {
      if (text === null) return null;
      const said = { subject: text, previewText: null, html: null, text: '' };
      const data = template?.data ?? {};
      return (await render(organizationId, { ...source, ...said, data }))?.subject ?? null;
    };
    return {
      subject: await line(template === null ? subject : (found?.source.subject ?? null)),
      previewText: await line(previewText),
    };
  };

  const renderEmail = async (archive: Archive, { id }: ListedBroadcast): Promise<KeptEmail> => {
    const { organizationId } = archive;
    const content = await readContent(pool, archive, id);
    if (content === null) return { email: null };
    const variant = content.abTest && (content.winner ?? 0);
    const sent = { organizationId, content, wasSent: true };
    const source = await findBroadcastContent(pool, sent, variant);
    const email = source && (await render(organizationId, source));
    return { email: email && archivedEmail(email) };
  };

  return {
    titleOf: (archive, broadcast) => titles.fetch(broadcast.id, () => renderTitle(archive, broadcast)),
    emailOf: async (archive, broadcast) =>
      (await emails.fetch(broadcast.id, () => renderEmail(archive, broadcast))).email,
  };
}

function archivedEmail({ subject, html, text }: EmailContent): ArchivedEmail {
  return { subject, page: html === null ? null : webPageOf(html, subject), text };
}
