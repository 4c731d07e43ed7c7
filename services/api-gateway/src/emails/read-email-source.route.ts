import { emailSource } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { isBulkKind } from '@postrider/contracts/statuses';
import { linkBaseOf, sourceTask, type showSource, type SourceOrder } from '@postrider/mail';
import { createSemaphore, ThreadFailure, type LinkOrigin, type ThreadPool } from '@postrider/runtime';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { EmailSourceRow, FindEmailSource } from './email-source.repository';

/** Each may hold 14 MB of an entity, with its copies. */
const atOnceMax = 4;
/** The largest message takes 0.3 s. */
const timeLimitMs = 20_000;

export interface SourceLinks {
  readonly linkSecret: Uint8Array;
  readonly linkOrigin: LinkOrigin;
}

export function readEmailSourceRoute({
  findEmailSource,
  threads,
  links,
}: {
  readonly findEmailSource: FindEmailSource;
  readonly threads: ThreadPool;
  readonly links: SourceLinks;
}): Route {
  const turns = createSemaphore({ permits: atOnceMax });
  const show = threads.work<typeof showSource>({ ...sourceTask, timeLimitMs });
  return defineRoute({
    operationId: 'readEmailSource',
    method: 'GET',
    path: '/emails/:id/source',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get the source of an email',
    description:
      'Returns the message as it was or would be delivered: headers, bodies with tracked links and footer, and the names of attachments. It is composed from the stored content with the present footer and tracking host, without the content of attachments, and has no DKIM signatures, `Feedback-ID` and `CFBL` headers, which are added when the email leaves. The source is null after retention, and for keys and users without the right to read content.',
    tag: 'Emails',
    success: { status: 200, schema: emailSource },
    errors: ['not_found', 'service_unavailable'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const organizationId = principal.organization.id;
      const source = await turns.run({ priority: 0, owner: organizationId }, async () => {
        const email = await findEmailSource(organizationId, id, { domainIds: principal.domainIds });
        if (email === null) throw new AppError('not_found');
        if (!email.hasContent || !seesContent(principal, email)) return null;
        return show(orderOf(email, links), { organizationId }).catch(unavailable);
      });
      return { status: 200, body: { object: 'email_source' as const, id: id.toLowerCase(), source } };
    },
  });
}

export function unavailable(error: unknown): never {
  if (!(error instanceof ThreadFailure)) throw error;
  const message = 'The email cannot be composed at the moment.';
  throw new AppError('service_unavailable', message, { retryAfterSeconds: 2, cause: error });
}

export function orderOf(email: EmailSourceRow, { linkSecret, linkOrigin }: SourceLinks): SourceOrder {
  const { hideRecipients, kind } = email;
  const isBulk = isBulkKind(kind);
  return {
    message: {
      ...{ id: email.id, ordinal: email.ordinal, isBulk, generatesText: email.generatesText },
      isOfBroadcast: kind?.startsWith('broadcast.') ?? false,
      track: { opens: email.trackOpens, clicks: email.trackClicks },
    },
    outgoing: {
      ...{ domain: email.domain, date: email.date, from: email.from, subject: email.subject },
      ...(hideRecipients ? { to: [], cc: [] } : { to: email.to, cc: email.cc }),
      ...{ replyTo: email.replyTo, html: email.html, text: email.text, headers: email.headers ?? {} },
    },
    mime: email.mime,
    attachments: email.attachments,
    sender: isBulk ? { name: email.senderName, postalAddress: email.senderAddress } : null,
    linkBase: linkBaseOf(
      {
        name: email.domain,
        tracking_label: email.trackingLabel ?? '',
        tracking_verified: email.trackingVerified ?? false,
      },
      linkOrigin,
    ),
    linkSecret,
  };
}
