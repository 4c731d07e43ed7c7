import assert from 'node:assert';
import type { FailureClass } from '@postrider/contracts';
import { classifySmtpReply, classifyTransportFailure, type ReplyClassification } from '@postrider/mail';
import { createTtlCache, type Clock, type TtlCache } from '@postrider/runtime';
import { connectSmtp, type ConnectOptions, type ConnectResult, type SmtpTarget } from '../smtp/connect';
import type { Source } from '../sources/source';
import { replyLine } from '../smtp/reply';
import { failureText, SmtpConnectionError } from '../smtp/smtp-failure';
import type { SuspensionCause } from './suspension';

export type Unreachable = Exclude<ConnectResult, { kind: 'open' }>;

/** A banner refuses us, not the recipient: no address bounces for it, and none is suppressed. */
export function classifyUnreachable(unreachable: Unreachable): ReplyClassification & { class: FailureClass } {
  const found =
    unreachable.kind === 'refused'
      ? classifySmtpReply({ ...unreachable.reply, stage: unreachable.step === 'AUTH' ? 'auth' : 'connect' })
      : classifyTransportFailure(unreachable.step === 'TLS' ? 'tls_failed' : 'connect_failed');
  assert(found.class, 'what turned us away is no acceptance');
  return { ...found, outcome: 'deferred', class: found.class, bounceType: null, suppression: null };
}

/** Why its site is left alone. */
export function unreachableCause(unreachable: Unreachable): SuspensionCause {
  const { class: failureClass } = classifyUnreachable(unreachable);
  return { failureClass, reason: `${failureClass}: ${unreachableText(unreachable)}` };
}

/** What people read about it. */
export function unreachableText(unreachable: Unreachable): string {
  if (unreachable.kind === 'refused') return `${replyLine(unreachable.reply)} (at ${unreachable.step})`;
  return failureText(unreachable.error);
}

export interface Connector {
  /** Tries one target after the other until one welcomes us; answers the last failure when none does. */
  connectAny(targets: readonly SmtpTarget[], source: Source | null): Promise<ConnectResult>;
}

/** A site whose TLS is broken is spoken to in clear for three days before TLS is tried again. */
const clearTextMs = 3 * 86_400_000;
const clearTextHostsMax = 10_000;
/** A domain with twenty dead hosts does not hold a delivery for minutes. */
const targetsMax = 5;

export function createConnector(options: ConnectOptions & { readonly clock?: Clock }): Connector {
  const clearText = createTtlCache<string, true>({
    entriesMax: clearTextHostsMax,
    ttlMs: clearTextMs,
    ...(options.clock ? { clock: options.clock } : {}),
  });
  return {
    connectAny: async (targets, source) => {
      const from = { ...options, ...fromSource(source) };
      let last: ConnectResult = {
        kind: 'failed',
        step: 'connect',
        error: new SmtpConnectionError('no address found', 'ENOADDRESS'),
      };
      for (const target of targets.slice(0, targetsMax)) {
        last = await connectOne(target, { options: from, clearText });
        if (last.kind === 'open') return last;
      }
      return last;
    },
  };
}

function fromSource(source: Source | null): Partial<ConnectOptions> {
  return source === null ? {} : { name: source.helloName, localAddress: source.bindAddress };
}

async function connectOne(
  target: SmtpTarget,
  { options, clearText }: { options: ConnectOptions; clearText: TtlCache<string, true> },
): Promise<ConnectResult> {
  if (target.tls !== 'opportunistic') return connectSmtp(target, options);
  const key = `${target.host}:${target.port}`;
  const inClear: SmtpTarget = { ...target, tls: 'off' };
  if (clearText.get(key)) return connectSmtp(inClear, options);
  const result = await connectSmtp(target, options);
  if (result.kind !== 'failed' || result.step !== 'TLS') return result;
  clearText.set(key, true);
  return connectSmtp(inClear, options);
}
