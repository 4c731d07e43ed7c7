import { sendEmailRequest, type Principal } from '@postrider/contracts';
import { hasDueNotices, markNoticeSent, takeDueNotices, type Notice, type Pool } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import {
  findPlatformPrincipal,
  platformNoticeKind,
  unlimitedQuota,
  type AcceptEmails,
  type PlatformFrom,
} from '@postrider/submission';

interface SendNoticesOptions {
  readonly pool: Pool;
  readonly acceptEmails: AcceptEmails;
  /** Null: notices wait until it is set. */
  readonly platformFrom: PlatformFrom | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What keeps all notices from leaving is said this often. */
const complaintIntervalMs = 10 * 60_000;

/**
 * Makes a message of each notice that is due, through the one way in which messages enter the system. The notice's id is
 * the idempotency key, so a crash between acceptance and its record does not send it twice.
 */
export function createSendNotices(options: SendNoticesOptions): () => Promise<void> {
  const { pool, platformFrom, clock, log } = options;
  let complainedAtMs = -Infinity;

  const complain = (why: string): void => {
    const nowMs = clock.now().getTime();
    if (nowMs - complainedAtMs < complaintIntervalMs) return;
    complainedAtMs = nowMs;
    log.warn(`notices are waiting: ${why}`);
  };

  return async () => {
    if (!(await hasDueNotices(pool))) return;
    if (platformFrom === null) return complain('PLATFORM_FROM is not set');
    const principal = await findPlatformPrincipal(pool, platformFrom.domain);
    if (principal === null) {
      return complain(`${platformFrom.domain} is not a verified domain of an internal organization`);
    }
    for (const notice of await takeDueNotices(pool)) {
      await sendNotice(options, { notice, principal, from: platformFrom.header });
    }
  };
}

async function sendNotice(
  { pool, acceptEmails, log }: SendNoticesOptions,
  { notice, principal, from }: { notice: Notice; principal: Principal; from: string },
): Promise<void> {
  const { id, kind, recipient, subject, text, attempts, isLastAttempt } = notice;
  try {
    const request = sendEmailRequest.parse({
      from,
      to: recipient,
      subject,
      text,
      kind: platformNoticeKind,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const { response } = await acceptEmails.one(principal, request, {
      idempotencyHeader: `notice:${id}`,
      quota: unlimitedQuota,
    });
    await markNoticeSent(pool, id, response.id);
    log.info({ notice_id: id, kind, message_id: response.id }, 'notice sent');
  } catch (error) {
    const fields = { err: error, notice_id: id, kind, attempt: attempts };
    if (isLastAttempt) log.error(fields, 'gave up on a notice');
    else log.warn(fields, 'a notice was refused and will be retried');
  }
}
