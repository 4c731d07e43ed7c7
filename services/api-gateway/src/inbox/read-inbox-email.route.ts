import { AppError } from '@postrider/contracts/errors';
import { inboxEmail, type InboxEmail } from '@postrider/contracts/inbox';
import { inspectTask, type inspectEmail } from '@postrider/email-check';
import { sourceViewTask, type viewSource } from '@postrider/mail';
import type { ThreadPool } from '@postrider/runtime';
import { defineRoute, type Route } from '../http/route';
import type { InboxMessage, WithInboxMessage } from './inbox-messages';
import type { InboxFacts, InboxRepository } from './inbox.repository';

/** The largest message takes a second. */
const timeLimitMs = 20_000;

type View = Awaited<ReturnType<typeof viewSource>>;

export function readInboxEmailRoute({
  inbox,
  withMessage,
  threads,
}: {
  readonly inbox: InboxRepository;
  readonly withMessage: WithInboxMessage;
  readonly threads: ThreadPool;
}): Route {
  const view = threads.work<typeof viewSource>({ ...sourceViewTask, timeLimitMs });
  const inspect = threads.work<typeof inspectEmail>({ ...inspectTask, timeLimitMs });
  return defineRoute({
    operationId: 'readInboxEmail',
    method: 'GET',
    path: '/inbox/:id',
    access: { key: 'SEND' },
    rights: ['content'],
    testKeys: 'allowed',
    summary: 'Get an inbox email',
    description:
      'Returns an email of the inbox as it would be sent, composed by what composes live email: headers, HTML and text with tracked links and footer. Codes, links and the findings of `POST /emails/check` are picked out. It has no DKIM signatures, `Feedback-ID` and `CFBL` headers, which are added when an email leaves. `not_found` for emails that the inbox does not list, and once the content was deleted.',
    tag: 'Inbox',
    success: { status: 200, schema: inboxEmail },
    errors: ['not_found', 'service_unavailable'],
    handle: async ({ principal, params: { id } }) => {
      const organizationId = principal.organization.id;
      return withMessage(principal, { id }, async (message) => {
        const facts = await inbox.findFacts(organizationId, message.row.id);
        if (facts === null) throw new AppError('not_found');
        const shown = await view(message.order, { organizationId });
        const inspected = await inspect(inspectedEmailOf(message, shown, facts), { organizationId });
        return { status: 200, body: presentInboxEmail(message, { facts, shown, inspected }) };
      });
    },
  });
}

function inspectedEmailOf({ row, order }: InboxMessage, shown: View, { records }: InboxFacts) {
  const { message, outgoing, mime, linkBase } = order;
  const isEntity = mime !== null;
  return {
    ...{ ...message, id: row.id, subject: row.subject, headers: outgoing.headers ?? {}, isEntity, linkBase },
    html: isEntity ? shown.html : row.html,
    text: isEntity ? shown.text : row.text,
    attachments: filesOf({ row }, shown).map(({ contentId, ...file }) => ({
      ...file,
      isInline: contentId !== null,
    })),
    sender: { name: row.senderName, postalAddress: row.senderAddress },
    domain: { name: row.domain, records },
  };
}

function filesOf({ row }: Pick<InboxMessage, 'row'>, { files }: View) {
  return (files ?? row.attachments).map(({ filename, contentType, contentId, size }) => ({
    ...{ filename, contentType, contentId, size },
  }));
}

function presentInboxEmail(
  message: InboxMessage,
  {
    facts,
    shown,
    inspected,
  }: {
    readonly facts: InboxFacts;
    readonly shown: View;
    readonly inspected: Awaited<ReturnType<typeof inspectEmail>>;
  },
): InboxEmail {
  const { id, from, to, cc, subject, mode } = message.row;
  const { lastEvent, createdAt, bcc, tags } = facts;
  const { codes, links, findings, sizeBytes } = inspected;
  return {
    ...{
      object: 'inbox_email' as const,
      id,
      from,
      to,
      subject,
      last_event: lastEvent,
      mode,
      created_at: createdAt,
    },
    ...{ cc, bcc, tags, headers: [...shown.headers], html: shown.html, text: shown.text },
    ...{ codes: [...codes], links: [...links], size_bytes: sizeBytes, findings: [...findings] },
    attachments: filesOf(message, shown).map(({ filename, contentType, contentId, size }, index) => ({
      ...{ index, filename, content_type: contentType, size, content_id: contentId },
    })),
  };
}
