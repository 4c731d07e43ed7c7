import assert from 'node:assert';
import type { FailureClass } from '@postrider/contracts';
import { classifySmtpReply, classifyTransportFailure, type ReplyClassification } from '@postrider/mail';
import { replyLine, SmtpConnectionError, type ConnectResult } from '@postrider/smtp-client';
import { connectMailSession } from '../smtp/as-mail-session';
import type { ConnectOptions, SmtpTarget } from '../smtp/connect';
import type { Source } from '../sources/source';
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

/** A short text for people: `connection lost (ECONNRESET)`. */
export function failureText({ message, code }: SmtpConnectionError): string {
  return `${message} (${code})`;
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

/** Learns how each try of one target ended: what reports on TLS counts. */
export type ConnectWatch = (target: Target, result: ConnectResult) => void;

export interface Target extends SmtpTarget {
  /**
   * Its TLS requirement is on trial (MTA-STS in testing): where the server does not meet it, `watch` is told, and the mail goes
   * as if nothing had been required.
   */
  readonly onTrial?: boolean;
}

export interface Connector {
  /** Tries one target after the other until one welcomes us; answers the last failure when none does. */
  connectAny(targets: readonly Target[], source: Source | null, watch?: ConnectWatch): Promise<ConnectResult>;
}

/** Hosts, as `host:port`, that offer TLS which then fails: they are spoken to in clear for a while. Never rejects. */
export interface ClearTextHosts {
  has(host: string): Promise<boolean>;
  add(host: string): void;
}

/** A domain with twenty dead hosts does not hold a delivery for minutes. */
const targetsMax = 5;

export function createConnector(
  options: ConnectOptions & { readonly clearTextHosts: ClearTextHosts },
): Connector {
  return {
    connectAny: async (targets, source, watch = () => undefined) => {
      const from = { ...options, ...fromSource(source) };
      let last: ConnectResult = {
        kind: 'failed',
        step: 'connect',
        error: new SmtpConnectionError('no address found', 'ENOADDRESS'),
        tlsFailure: null,
        conversation: [],
      };
      for (const target of targets.slice(0, targetsMax)) {
        last = await connectOne(target, { options: from, watch });
        if (last.kind === 'open') return last;
      }
      return last;
    },
  };
}

function fromSource(source: Source | null): Partial<ConnectOptions> {
  return source === null ? {} : { name: source.helloName, localAddress: source.bindAddress };
}

interface Tries {
  readonly options: Parameters<typeof createConnector>[0];
  readonly watch: ConnectWatch;
}

async function connectOne(target: Target, { options, watch }: Tries): Promise<ConnectResult> {
  const { clearTextHosts } = options;
  const hostKey = `${target.host}:${target.port}`;
  const isOpportunistic = target.tls.mode === 'opportunistic';
  const inClear: Target = { ...target, tls: { mode: 'off' } };
  if (isOpportunistic && (await clearTextHosts.has(hostKey))) return connectMailSession(inClear, options);
  const result = await connectMailSession(target, options);
  watch(target, result);
  if (!isTlsFailure(result)) return result;
  if (target.onTrial) {
    return connectOne(
      { ...target, onTrial: false, tls: { mode: 'opportunistic' } },
      { options, watch: () => undefined },
    );
  }
  if (!isOpportunistic) return result;
  clearTextHosts.add(hostKey);
  return connectMailSession(inClear, options);
}

function isTlsFailure(result: ConnectResult): boolean {
  return result.kind === 'failed' && result.step === 'TLS';
}
