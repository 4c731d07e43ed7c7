import type { InvitationResource, IssuedInvitation } from '@postrider/contracts/console';
import { isErrorCode } from '@postrider/contracts/errors';
import { nameInMail } from '@postrider/contracts/fields';
import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import {
  markInvitationSent,
  type InvitationRow,
  type IssuedInvitationRow,
  type RecordInvitationMail,
} from '@postrider/identity';
import { errorCode, type Clock, type Logger } from '@postrider/runtime';
import type {
  PlatformMail,
  PlatformMailContent,
  PlatformMailRequest,
  RecordedMail,
} from '@postrider/submission';
import { presentGrant } from './session-presenter';

/** Who invites a user into an organization, and whether by email. */
export interface InvitationSource {
  /** That the invitation is of. */
  readonly organizationId: string;
  readonly invitedBy: string;
  readonly sends: boolean;
  readonly cause: InvitationCause;
}

export type InvitationCause = Pick<
  PlatformMailRequest,
  'organizationId' | 'userId' | 'refusedWhilePaused' | 'needsApproval'
>;

/**
 * Makes an invitation by `make` and presents it with its link. If it shall be sent, the limits of the platform's mail are part of the
 * same transaction.
 * @throws what `make` throws; AppError `sending_paused`, `under_review`, `rate_limited` when it may not be sent
 */
export type IssueInvitation = (
  source: InvitationSource,
  make: (recordMail: RecordInvitationMail) => Promise<IssuedInvitationRow>,
) => Promise<IssuedInvitation>;

interface IssueInvitationOptions {
  readonly pool: Pool;
  readonly platformMail: PlatformMail;
  readonly organizationName: (id: string) => Promise<string>;
  /** `https://console.acme.example`. */
  readonly origin: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createIssueInvitation(options: IssueInvitationOptions): IssueInvitation {
  const { pool, platformMail, organizationName, origin, clock, log } = options;

  /** Whether the mail was accepted for sending. If not, the link can be copied: nothing else depends on it. */
  const send = async (mail: RecordedMail, content: PlatformMailContent): Promise<boolean> => {
    try {
      return (await platformMail.send(mail, content)) !== null;
    } catch (error) {
      const code = errorCode(error);
      log.warn({ code: isErrorCode(code) ? code : undefined, err: error }, 'an invitation was not sent');
      return false;
    }
  };

  return async ({ organizationId, invitedBy, sends, cause }, make) => {
    const mails: RecordedMail[] = [];
    const { invitation, token } = await make(async (client, recipient) => {
      if (!sends) return;
      const mail = { ...cause, id: newId(), kind: 'invitation', recipient } as const;
      mails.push(...[await platformMail.record(client, mail)].filter((each) => each !== null));
    });
    const url = invitationUrl(origin, token);
    const [mail] = mails;
    if (mail === undefined) return issued(invitation, { url, isSent: false, now: clock.now() });
    const name = await organizationName(organizationId);
    const isSent = await send(mail, contentOf({ name, invitedBy, url, expiresAt: invitation.expiresAt }));
    const now = clock.now();
    if (isSent) await markInvitationSent(pool, invitation.id, now);
    return issued(isSent ? { ...invitation, sentAt: now } : invitation, { url, isSent, now });
  };
}

/** The secret is in the fragment, which browsers send to no server: it is in no log. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}/console/invitation#${token}`;
}

function contentOf({
  name,
  invitedBy,
  url,
  expiresAt,
}: {
  readonly name: string;
  readonly invitedBy: string;
  readonly url: string;
  readonly expiresAt: Date;
}): PlatformMailContent {
  const organization = nameInMail(name);
  return {
    subject: `Invitation to ${organization}`,
    text: `"${nameInMail(invitedBy)}" invited you to the organization "${organization}" on Postrider.

Accept the invitation:
${url}

The link works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. If you did not expect this email, ignore it.
`,
    // The link is a secret: it is not kept longer than sending it takes.
    keepContent: false,
  };
}

function issued(
  row: InvitationRow,
  { url, isSent, now }: { readonly url: string; readonly isSent: boolean; readonly now: Date },
): IssuedInvitation {
  return { ...presentInvitation(row, now), url, is_sent: isSent };
}

export function presentInvitation(row: InvitationRow, now: Date): InvitationResource {
  const { id, email, invitedBy, sentAt, createdAt, expiresAt } = row;
  return {
    object: 'invitation',
    ...{ id, email },
    ...presentGrant(row),
    status: expiresAt > now ? 'pending' : 'expired',
    invited_by: invitedBy,
    sent_at: sentAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
