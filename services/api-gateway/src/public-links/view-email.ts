import type { Pool } from '@postrider/db';
import type { PublicLink } from '@postrider/mail';
import { createBatcher, isEngineUnavailable, OverloadedError, type Logger } from '@postrider/runtime';
import type { RequestContext } from '../http/request-context';
import { brandColumn, type Brand } from '../public-pages/brand';
import { chooseLanguage } from '../public-pages/languages';
import { laterPage, markup, reply, replyPage, unknownLinkPage } from '../public-pages/page-shell';

type ViewLink = Extract<PublicLink, { kind: 'view' }>;

interface ViewedEmail {
  readonly brand: Brand;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

/** Readers wait for each other, not the API for them: a page may have 1 MB. */
const inFlightMax = 2;
const waitingMax = 200;

/**
 * The HTML is its sender's, on a host that has pages of ours too. So it gets an origin of its own, and neither scripts nor forms; what it
 * looks like may come from anywhere, as in a mail program.
 */
const contentPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline' https:",
  'img-src https: http: data:',
  'font-src https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers `/v/…`: the mail as its sender wrote it for this recipient, without tracking. A GET changes nothing. */
export function createViewEmail({ pool, log }: { readonly pool: Pool; readonly log: Logger }) {
  const finds = createBatcher<string, ViewedEmail | null>({
    ...{ name: 'emails in browsers', batchMax: 1, inFlightMax, waitingMax },
    run: (ids) => Promise.all(ids.map((id) => findEmail(pool, id))),
  });

  return async ({ messageId }: ViewLink, context: RequestContext): Promise<void> => {
    const language = chooseLanguage(context.headers['accept-language']);
    let email: ViewedEmail | null;
    try {
      email = await finds.submit(messageId);
    } catch (error) {
      if (!isEngineUnavailable(error) && !(error instanceof OverloadedError)) throw error;
      log.warn({ err: error }, 'an email could not be shown in a browser');
      return replyPage(context, 503, laterPage(language));
    }
    if (email === null) return replyPage(context, 404, unknownLinkPage(language));
    const { html, text, brand, subject } = email;
    if (html !== null) return reply(context, { status: 200, headers: emailPageHeaders, body: html });
    if (text !== null) {
      return replyPage(context, 200, {
        language,
        brand,
        title: subject,
        content: markup`<pre>${text}</pre>`,
      });
    }
    const { title, text: reason } = language.texts.deletedEmail;
    replyPage(context, 410, { language, brand, title, content: markup`<p>${reason}</p>` });
  };
}

/** For every page whose HTML a customer wrote. */
export const emailPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Null: retention has deleted the message, or its organization is gone. Bodies are null after their own retention. */
async function findEmail(pool: Pool, messageId: string): Promise<ViewedEmail | null> {
  const { rows } = await pool.query<ViewedEmail>({
    name: 'public-links.find-viewed-email',
    text: `SELECT ${brandColumn} AS brand, m.subject, c.html, c.text
      FROM messages m JOIN organizations o ON o.id = m.organization_id
      LEFT JOIN message_contents c ON c.message_id = m.id
     WHERE m.id = $1`,
    values: [messageId],
  });
  return rows[0] ?? null;
}
