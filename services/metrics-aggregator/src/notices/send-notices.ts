import type { NoticeKind } from '@postrider/contracts/alerts';
import {
  hasDueNotices,
  markNoticeSent,
  takeDueNotices,
  withTransaction,
  type Notice,
  type Pool,
} from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import type { PlatformMail } from '@postrider/submission';

interface SendNoticesOptions {
  readonly pool: Pool;
  readonly platformMail: PlatformMail;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What keeps all notices from leaving is said this often. */
const complaintIntervalMs = 10 * 60_000;

/** What an organization can cause as often as it likes. It waits while the organization may not send. */
const selfInflicted: readonly NoticeKind[] = ['webhook_disabled', 'signup_form_disabled', 'contacts_full'];

/**
 * Makes a message of each notice that is due, through the one way in which the platform sends. The notice's id is the mail's, so a crash
 * between acceptance and its record does not send it twice. A notice beyond the limits is retried later, like one that is refused.
 */
export function createSendNotices(options: SendNoticesOptions): () => Promise<void> {
  const { pool, platformMail, clock, log } = options;
  let complainedAtMs = -Infinity;

  const complain = (why: string): void => {
    const nowMs = clock.now().getTime();
    if (nowMs - complainedAtMs < complaintIntervalMs) return;
    complainedAtMs = nowMs;
    log.warn(`notices are waiting: ${why}`);
  };

  return async () => {
    if (!(await hasDueNotices(pool))) return;
    const problem = await platformMail.problem();
    if (problem !== null) return complain(problem);
    for (const notice of await takeDueNotices(pool)) await sendNotice(options, notice);
  };
}

async function sendNotice({ pool, platformMail, log }: SendNoticesOptions, notice: Notice): Promise<void> {
  const { id, organizationId, kind, recipient, subject, text, attempts, isLastAttempt } = notice;
  try {
    const mail = await withTransaction(pool, (client) =>
      platformMail.record(client, {
        ...{ id, kind: 'notice', recipient, organizationId, userId: null, needsApproval: false },
        refusedWhilePaused: selfInflicted.includes(kind) ? [organizationId] : [],
      }),
    );
    const messageId = mail && (await platformMail.send(mail, { subject, text }));
    // The platform lost its address a moment ago.
    if (messageId === null) return;
    await markNoticeSent(pool, id, messageId);
    log.info({ notice_id: id, kind, message_id: messageId }, 'notice sent');
  } catch (error) {
    const fields = { err: error, notice_id: id, kind, attempt: attempts };
    if (isLastAttempt) log.error(fields, 'gave up on a notice');
    else log.warn(fields, 'a notice was refused and will be retried');
  }
}
