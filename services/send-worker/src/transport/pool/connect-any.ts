import assert from 'node:assert';
import type { FailureClass } from '@postrider/contracts/outcomes';
import { classifySmtpReply, classifyTransportFailure, type ReplyClassification } from '@postrider/mail';
import {
  connectSmtp,
  failureText,
  replyLine,
  SmtpConnectionError,
  type ConnectOptions,
  type ConnectResult,
  type SmtpTimeouts,
} from '@postrider/smtp-client';
import type { SiteRefusal } from '../throttling/site-refusal';
import type { Source } from '../sources/source';
import type { SuspensionCause } from '../budgets/suspended';

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

/**
 * TLS that one domain's policy demands and its host does not have: a domain that publishes such a policy for another's host
 * must not have the mail of all others suspended.
 */
export function isAboutPolicy(
  failure: Unreachable,
  { throttlesAsOne }: { readonly throttlesAsOne: boolean },
): boolean {
  return throttlesAsOne && failure.kind === 'failed' && failure.step === 'TLS';
}

/** What a server said instead of a welcome; null: nothing. */
export function greetingOf(failure: Unreachable): SiteRefusal | null {
  if (failure.kind !== 'refused') return null;
  const { reason: detail } = unreachableCause(failure);
  const stage = failure.step === 'AUTH' ? 'auth' : 'connect';
  return { reply: failure.reply, stage, classification: classifyUnreachable(failure), detail };
}

/** What people read about it. */
export function unreachableText(unreachable: Unreachable): string {
  if (unreachable.kind === 'refused') return `${replyLine(unreachable.reply)} (at ${unreachable.step})`;
  return failureText(unreachable.error);
}

/** Learns how each try of one target ended: what reports on TLS counts. */
export type ConnectWatch = (target: Target, result: ConnectResult) => void;

export interface Target extends Pick<ConnectOptions, 'host' | 'address' | 'port' | 'tls' | 'credentials'> {
  /**
   * Its TLS requirement is on trial (MTA-STS in testing): where the server does not meet it, `watch` is called, and the mail goes
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

interface ConnectorOptions {
  /** Our name in EHLO, where no source has one. */
  readonly name: string;
  readonly timeouts: SmtpTimeouts;
  readonly clearTextHosts: ClearTextHosts;
}

export function createConnector({ clearTextHosts, ...options }: ConnectorOptions): Connector {
  return {
    connectAny: async (targets, source, watch = () => undefined) => {
      const client = { ...options, ...fromSource(source) };
      let last: ConnectResult = {
        kind: 'failed',
        step: 'connect',
        error: new SmtpConnectionError('no address found', 'ENOADDRESS'),
        tlsFailure: null,
        conversation: [],
      };
      for (const target of targets.slice(0, targetsMax)) {
        last = await connectOne(target, { client, clearTextHosts, watch });
        if (last.kind === 'open') return last;
      }
      return last;
    },
  };
}

function fromSource(source: Source | null) {
  return source === null
    ? { localAddress: null }
    : { name: source.helloName, localAddress: source.bindAddress };
}

interface Tries {
  readonly client: Pick<ConnectOptions, 'name' | 'localAddress' | 'timeouts'>;
  readonly clearTextHosts: ClearTextHosts;
  readonly watch: ConnectWatch;
}

async function connectOne(target: Target, tries: Tries): Promise<ConnectResult> {
  const { client, clearTextHosts, watch } = tries;
  const hostKey = `${target.host}:${target.port}`;
  const isOpportunistic = target.tls.mode === 'opportunistic';
  const inClear: Target = { ...target, tls: { mode: 'off' } };
  if (isOpportunistic && (await clearTextHosts.has(hostKey))) return connectSmtp({ ...inClear, ...client });
  const result = await connectSmtp({ ...target, ...client });
  watch(target, result);
  if (!isTlsFailure(result)) return result;
  if (target.onTrial) {
    return connectOne(
      { ...target, onTrial: false, tls: { mode: 'opportunistic' } },
      { ...tries, watch: () => undefined },
    );
  }
  if (!isOpportunistic) return result;
  clearTextHosts.add(hostKey);
  return connectSmtp({ ...inClear, ...client });
}

function isTlsFailure(result: ConnectResult): boolean {
  return result.kind === 'failed' && result.step === 'TLS';
}
