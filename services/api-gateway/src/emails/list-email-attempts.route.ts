import { deliveryAttemptList, type DeliveryAttempt } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { diagnose } from '@postrider/contracts/outcomes';
import { defineRoute, type Route } from '../http/route';
import type { EmailAttemptRow, FindAttempts } from './email-attempts.repository';

export function listEmailAttemptsRoute(findAttempts: FindAttempts): Route {
  return defineRoute({
    operationId: 'listEmailAttempts',
    method: 'GET',
    path: '/emails/:id/attempts',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'List delivery attempts',
    description:
      'Returns the delivery attempts of an email, newest first, one per recipient and round: where it was handed over, over which TLS, what the server replied, why it failed and when it is tried again. Test emails have none. The SMTP conversation is stored for attempts that failed.',
    tag: 'Emails',
    success: { status: 200, schema: deliveryAttemptList },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const attempts = await findAttempts(principal.organization.id, id, principal.domainIds);
      if (attempts === null) throw new AppError('not_found');
      return { status: 200, body: { object: 'list' as const, data: attempts.map(presentAttempt) } };
    },
  });
}

function presentAttempt(row: EmailAttemptRow): DeliveryAttempt {
  return {
    object: 'delivery_attempt',
    recipient: row.recipient,
    round: row.round,
    host: row.host,
    transport: row.transport,
    source_address: row.sourceAddress,
    tls: presentTls(row.tls),
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    result: row.result,
    reply_code: row.replyCode,
    reply: row.reply,
    diagnosis:
      row.failureClass === null
        ? null
        : diagnose(row.failureClass, { isDelayed: row.nextAttemptAt !== null, reply: row.reply }),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    conversation: row.conversation?.split('\n') ?? null,
  };
}

function presentTls(tls: string | null): DeliveryAttempt['tls'] {
  if (tls === null) return null;
  if (tls === 'none') return { encrypted: false, version: null, cipher: null, verified: null };
  const [version = '', cipher = '', verified] = tls.split(' ');
  return {
    ...{ encrypted: true, version, cipher },
    verified: verified === 'pkix' || verified === 'dane' ? verified : null,
  };
}
