import { hash } from 'node:crypto';
import { isErrorCode, sendEmailRequest } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { errorCode, type Logger } from '@postrider/runtime';
import {
  findPlatformPrincipal,
  platformNoticeKind,
  unlimitedQuota,
  type AcceptEmails,
  type PlatformFrom,
} from '@postrider/submission';

export interface InvitationMail {
  readonly email: string;
  readonly organizationName: string;
  readonly invitedBy: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Whether the mail was accepted for sending. If not, the link can be copied: nothing else depends on it. */
export type SendInvitation = (mail: InvitationMail) => Promise<boolean>;

/** Sends from a verified domain of an internal organization, as other mail enters the system. */
export function createSendInvitation(options: {
  readonly pool: Pool;
  readonly acceptEmails: AcceptEmails;
  readonly platformFrom: PlatformFrom | null;
  readonly log: Logger;
}): SendInvitation {
  const { pool, acceptEmails, platformFrom, log } = options;
  return async (mail) => {
    if (platformFrom === null) return false;
    try {
      const principal = await findPlatformPrincipal(pool, platformFrom.domain);
      if (principal === null) return false;
      const request = sendEmailRequest.parse({
        ...{ from: platformFrom.header, to: mail.email, kind: platformNoticeKind },
        ...{ subject: `Invitation to ${mail.organizationName}`, text: textOf(mail) },
        // The link is a secret: it is not kept longer than sending it takes.
        keep_content: false,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await acceptEmails.one(principal, request, {
        // A new link each time, so no two mails are the same.
        idempotencyHeader: `invitation:${hash('sha256', mail.url, 'hex')}`,
        quota: unlimitedQuota,
      });
      return true;
    } catch (error) {
      const code = errorCode(error);
      log.warn({ code: isErrorCode(code) ? code : undefined, err: error }, 'an invitation was not sent');
      return false;
    }
  };
}

function textOf({ organizationName, invitedBy, url, expiresAt }: InvitationMail): string {
  return `${invitedBy} invited you to ${organizationName} on Postrider.

Accept the invitation:
${url}

The link works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. If you did not expect this email, ignore it.
`;
}
