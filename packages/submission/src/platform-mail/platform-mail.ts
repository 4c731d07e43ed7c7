import { sendEmailRequest } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import type { Pool, PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { AcceptEmails } from '../accept/accept-emails';
import { platformNoticeKind } from '../platform-identity';
import { findPlatformPrincipal, unlimitedQuota, type PlatformFrom } from './platform-principal';
import {
  forgetPlatformMail,
  recordPlatformMail,
  type PlatformMailRequest,
} from './platform-mails.repository';

declare const recorded: unique symbol;

/** A mail that is counted, and can be sent. Only `record` makes one. */
export interface RecordedMail extends PlatformMailRequest {
  readonly [recorded]: true;
}

/** Plain text of the platform. Names that a tenant chose are written with `nameInMail`. */
export interface PlatformMailContent {
  readonly subject: string;
  readonly text: string;
  /** False: it is deleted once the mail was sent. Default: as the platform's organization has it. */
  readonly keepContent?: boolean;
}

/** The one way to send from the platform's own address. */
export interface PlatformMail {
  /** Null: it can be sent. Otherwise why the platform sends nothing now. */
  problem(): Promise<string | null>;
  /**
   * Counts the mail in the transaction that stores what it is about. Null: the platform has no address to send from.
   * @throws AppError `sending_paused`, `under_review`, `rate_limited`
   */
  record(client: Pick<PoolClient, 'query'>, request: PlatformMailRequest): Promise<RecordedMail | null>;
  /**
   * After that transaction. The same mail again is a replay.
   * @returns the id of the message; null when the platform cannot send now, and the mail does not count
   * @throws AppError when the message is refused; the mail does not count then
   */
  send(mail: RecordedMail, content: PlatformMailContent): Promise<string | null>;
}

export function createPlatformMail(options: {
  readonly pool: Pool;
  readonly acceptEmails: Pick<AcceptEmails, 'one'>;
  /** Null: the platform sends nothing. */
  readonly platformFrom: PlatformFrom | null;
  readonly clock: Clock;
}): PlatformMail {
  const { pool, acceptEmails, platformFrom, clock } = options;

  const accept = async (mail: RecordedMail, content: PlatformMailContent): Promise<string | null> => {
    const principal = platformFrom && (await findPlatformPrincipal(pool, platformFrom.domain));
    if (principal === null) return null;
    const request = sendEmailRequest.parse({
      ...{ from: platformFrom?.header, to: mail.recipient, kind: platformNoticeKind },
      ...{ subject: content.subject, text: content.text },
      ...(content.keepContent === false && { keep_content: false }),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const { response } = await acceptEmails.one(principal, request, {
      idempotencyHeader: `${mail.kind}:${mail.id}`,
      quota: unlimitedQuota,
    });
    return response.id;
  };

  return {
    problem: async () => {
      if (platformFrom === null) return 'PLATFORM_FROM is not set';
      if ((await findPlatformPrincipal(pool, platformFrom.domain)) !== null) return null;
      return `${platformFrom.domain} is not a verified domain of an internal organization`;
    },
    record: async (client, request) => {
      if (platformFrom === null) return null;
      await recordPlatformMail(client, request, clock.now());
      return request as RecordedMail;
    },
    send: async (mail, content) => {
      try {
        const messageId = await accept(mail, content);
        if (messageId === null) await forgetPlatformMail(pool, mail.id);
        return messageId;
      } catch (error) {
        // After any other error the message may have been accepted.
        if (error instanceof AppError) await forgetPlatformMail(pool, mail.id);
        throw error;
      }
    },
  };
}
