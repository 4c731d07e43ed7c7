import type { DeliveryAttempt } from '@postrider/contracts/emails';
import { diagnose } from '@postrider/contracts/outcomes';
import type { EmailAttemptRow } from './email-attempts.repository';

export function presentAttempt(row: EmailAttemptRow): DeliveryAttempt {
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
    phases: presentPhases(row),
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

const inner = ['connected', 'tls', 'data'] as const;

/** Durations were measured by one clock: times are counted back from the end, which is stored. */
function presentPhases(row: EmailAttemptRow): DeliveryAttempt['phases'] {
  const { phases, finishedAt, acceptedAt, round, replyCode } = row;
  if (phases === null || phases.length === 0 || finishedAt === null) return [];
  let atMs = finishedAt.getTime() - phases.reduce<number>((sum, duration) => sum + (duration ?? 0), 0);
  const claimed = { phase: 'claimed', at: new Date(atMs).toISOString() } as const;
  const isFirst = round === 1;
  const shown: DeliveryAttempt['phases'] = [
    ...(isFirst ? [{ phase: 'accepted', at: acceptedAt.toISOString(), after_ms: null } as const] : []),
    // Two clocks: the database's, and the worker's.
    { ...claimed, after_ms: isFirst ? Math.max(0, atMs - acceptedAt.getTime()) : null },
  ];
  const names = [...inner, replyCode === null ? 'ended' : 'reply'] as const;
  for (const [index, phase] of names.entries()) {
    const duration = phases[index] ?? null;
    if (duration === null) continue;
    atMs += duration;
    shown.push({ phase, at: new Date(atMs).toISOString(), after_ms: duration });
  }
  return shown;
}
