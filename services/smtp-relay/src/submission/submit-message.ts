import type { ApiAnswer, ApiClient, SendCall } from '../api/api-client';
import type { Login } from '../session/authenticate';
import { ReplyError, replies, replyForApiError } from '../session/smtp-reply';

export interface Submitted {
  readonly id: string;
  readonly replayed: boolean;
}

export interface Pacing {
  /** How long a message over the key's rate may be held, in milliseconds. */
  readonly holdMs: number;
  readonly nowMs: () => number;
  readonly wait: (delayMs: number) => Promise<unknown>;
}

/**
 * One POST per message. A rate-limited one is held and tried again, because a client that is told 451 waits for
 * minutes where the API only asks for a second.
 * @throws ReplyError by the reply mapping
 */
export async function submitMessage(
  given: { readonly api: ApiClient; readonly login: Login; readonly pacing: Pacing },
  call: SendCall,
): Promise<Submitted> {
  const { api, login, pacing } = given;
  const deadlineMs = pacing.nowMs() + pacing.holdMs;
  for (;;) {
    const answer = await api.send(login, call);
    if (answer.kind === 'ok') {
      return { id: answer.value.id, replayed: answer.headers['idempotent-replayed'] === 'true' };
    }
    const holdMs = pacingDelayMs(answer);
    if (holdMs === null || pacing.nowMs() + holdMs > deadlineMs) throw replyTo(answer);
    await pacing.wait(holdMs);
  }
}

/** Waiting sessions of one key are spread over a second, so that they do not all come back at once. */
function pacingDelayMs(answer: ApiAnswer<unknown>): number | null {
  if (answer.kind !== 'refused' || answer.code !== 'rate_limited') return null;
  return (answer.retryAfterSeconds ?? 1) * 500 + Math.random() * 500;
}

function replyTo(answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>): ReplyError {
  if (answer.kind === 'unreachable') return new ReplyError(replies.temporary);
  const reply = replyForApiError(answer.code, answer.status);
  // What is ours to mend, and whether a key is known, is nothing that words would help a client with.
  const isExplained = answer.status < 500 && answer.status !== 401;
  return new ReplyError(reply, isExplained ? answer.message : undefined);
}
