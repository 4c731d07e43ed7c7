import { createHttpClient, ResponseTooLargeError } from '@postrider/http-client';
import type { AutomationDefinition, WebhookStep } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import {
  createHostResolver,
  errorCode,
  isLoopback,
  isPublicAddress,
  withLocalhost,
  type HostPort,
} from '@postrider/runtime';
import type { ClaimedRun } from '../claimed-run';
import { findRunContact, type RunContact } from './run-contact';
import { contactDeleted, detailOf, type StepResult } from './step-result';

export interface TakeWebhook {
  (run: ClaimedRun, step: WebhookStep, definition: AutomationDefinition): Promise<StepResult>;
  close(): Promise<void>;
}

interface Options {
  readonly pool: Pool;
  readonly dnsServers: readonly HostPort[];
  /** Development only: plain http, and receivers on this machine. */
  readonly allowLoopback: boolean;
  readonly timeoutMs: number;
  /** As many as there can be runs in hand: no run waits for the connection of another. */
  readonly connectionsMax: number;
}

/** Behind the first try. A receiver that is being restarted, one that is being mended. */
const retriesMs = [10_000, 60_000, 600_000, 3_600_000] as const;
/** The answer is not read. */
const answerBytesMax = 65_536;
const gone = 410;

/**
 * POSTs to the receiver, under the same delivery id until it answers 2xx: at least once, since a call whose answer was lost may or may not
 * have arrived. A receiver that never answers does not end the run: what follows is seldom about it.
 */
export function createTakeWebhook({
  pool,
  dnsServers,
  allowLoopback,
  timeoutMs,
  connectionsMax,
}: Options): TakeWebhook {
  const dns = createHostResolver(dnsServers);
  const http = createHttpClient({
    resolve: allowLoopback ? withLocalhost(dns) : dns,
    isPermitted: (address) => isPublicAddress(address) || (allowLoopback && isLoopback(address)),
    connectTimeoutMs: timeoutMs,
    connectionsPerOriginMax: connectionsMax,
  });

  const post = async (url: URL, run: ClaimedRun, body: string): Promise<string | number> => {
    const isAllowed = url.protocol === 'https:' || (allowLoopback && url.protocol === 'http:');
    if (!isAllowed) return 'https_required';
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'postrider-webhooks/1',
      'postrider-delivery-id': run.stepId,
      'postrider-event-type': 'automation.webhook',
    };
    const bounds = { timeoutMs, bytesMax: answerBytesMax };
    try {
      return (await http.request({ method: 'POST', url, headers, body, ...bounds })).status;
    } catch (error) {
      return faultOf(error);
    }
  };

  const take = async (
    run: ClaimedRun,
    step: WebhookStep,
    definition: AutomationDefinition,
  ): Promise<StepResult> => {
    const contact = await findRunContact(pool, run);
    if (contact === null) return contactDeleted;
    const url = URL.parse(step.url);
    if (url === null) return { kind: 'taken', outcome: 'failed', detail: 'no_url' };
    const answer = await post(url, run, JSON.stringify(payloadOf(run, contact, definition)));
    const detail = detailOf(answer);
    if (typeof answer === 'number' && answer >= 200 && answer < 300) return { kind: 'taken', detail };
    const inMs = retriesMs[run.attempts];
    if (inMs === undefined || answer === gone) return { kind: 'taken', outcome: 'failed', detail };
    return { kind: 'later', detail, inMs, keepsId: true };
  };
  return Object.assign(take, { close: () => http.close() });
}

function faultOf(error: unknown): string {
  if (error instanceof ResponseTooLargeError) return 'response_too_long';
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : errorCode(error);
}

function payloadOf(run: ClaimedRun, contact: RunContact, { trigger }: AutomationDefinition): object {
  const { id, email, firstName, lastName, properties, status } = contact;
  return {
    type: 'automation.webhook',
    run_id: run.id,
    step: run.position,
    automation: { id: run.automationId, slug: run.slug, version: run.version },
    contact: { id, email, first_name: firstName, last_name: lastName, properties, status },
    event: { id: run.eventId, name: trigger.event, properties: run.properties },
  };
}
