import { checkEmailRequest, emailCheck } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { checkTask, inOrder, type CheckedEmail, type checkEmail } from '@postrider/email-check';
import { linkBaseOf } from '@postrider/mail';
import { ThreadFailure, type LinkOrigin, type ThreadPool } from '@postrider/runtime';
import { addressProblems, type AcceptEmails, type PreparedEmail } from '@postrider/submission';
import { defineRoute, type Route } from '../http/route';
import type { FindSendingFacts, SendingFacts } from './check-email.repository';
import type { RequestLinks } from './request-links';
import { emailBodyBytesMax, emailBodyValuesMax, emailErrors } from './send-email.route';

/** The largest email takes a second. */
const timeLimitMs = 20_000;

export function checkEmailRoute({
  acceptEmails,
  findSendingFacts,
  requestLinks,
  threads,
  linkOrigin,
}: {
  readonly acceptEmails: Pick<AcceptEmails, 'prepare'>;
  readonly findSendingFacts: FindSendingFacts;
  readonly requestLinks: RequestLinks;
  readonly threads: ThreadPool;
  readonly linkOrigin: LinkOrigin;
}): Route {
  const check = threads.work<typeof checkEmail>({ ...checkTask, timeLimitMs });
  return defineRoute({
    operationId: 'checkEmail',
    method: 'POST',
    path: '/emails/check',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    isRead: true,
    body: checkEmailRequest,
    bodyBytesMax: emailBodyBytesMax,
    bodyValuesMax: emailBodyValuesMax,
    furtherProblems: addressProblems,
    summary: 'Check an email',
    description:
      'Checks an email without sending it: clipping by Gmail, support of mail clients, links, images, variables that are not filled in, the unsubscribe link of bulk email, and DKIM and SPF of the domain. Takes the body of `POST /emails` and refuses what that refuses. Nothing is stored, and no quota is used.\n\nThe guide [Check before sending](/docs/guides/check-before-sending) explains each finding.',
    tag: 'Emails',
    success: { status: 200, schema: emailCheck },
    errors: [...emailErrors, 'payload_too_large'],
    handle: async ({ principal, body: { links: followsLinks, ...request }, quota }) => {
      const organizationId = principal.organization.id;
      const prepared = await acceptEmails.prepare(principal, request, quota);
      const facts = await findSendingFacts(organizationId, prepared.message.domain_id);
      if (facts === null) throw new AppError('unknown_domain');
      const email = checkedEmailOf(prepared, facts, linkOrigin);
      const { sizeBytes, findings, links } = await check(email, { organizationId }).catch(unavailable);
      const broken = followsLinks === true ? await requestLinks(organizationId, links) : [];
      return {
        status: 200,
        body: {
          ...{ object: 'email_check' as const, size_bytes: sizeBytes },
          findings: inOrder([...broken, ...findings]),
        },
      };
    },
  });
}

function unavailable(error: unknown): never {
  if (!(error instanceof ThreadFailure)) throw error;
  const message = 'The email cannot be checked at the moment.';
  throw new AppError('service_unavailable', message, { retryAfterSeconds: 2, cause: error });
}

function checkedEmailOf(
  { message, attachments }: PreparedEmail,
  facts: SendingFacts,
  linkOrigin: LinkOrigin,
): CheckedEmail {
  const { id, subject, html, text, kind, generate_text: generatesText } = message;
  const name = message.from_address.slice(message.from_address.lastIndexOf('@') + 1);
  return {
    ...{ id, subject, html, text, headers: message.headers ?? {} },
    isEntity: message.mime !== undefined,
    isBulk: message.bulk,
    isOfBroadcast: kind?.startsWith('broadcast.') ?? false,
    track: { opens: message.track_opens, clicks: message.track_clicks },
    generatesText: generatesText ?? facts.generatesText,
    attachments: attachments.map((file) => ({
      ...{ filename: file.filename, contentType: file.content_type, size: file.size },
      isInline: file.content_id !== null,
    })),
    sender: { name: facts.senderName, postalAddress: facts.postalAddress },
    linkBase: linkBaseOf(
      { name, tracking_label: facts.trackingLabel, tracking_verified: facts.trackingVerified },
      linkOrigin,
    ),
    domain: { name, records: facts.records },
  };
}
