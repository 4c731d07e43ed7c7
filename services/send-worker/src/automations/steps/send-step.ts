import { findIneligible, renderContent, type CompiledContent } from '@postrider/audiences';
import type { AdmissionControl } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import type { SendStep } from '@postrider/contracts/automations';
import type { SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, type ErrorCode } from '@postrider/contracts/errors';
import { utmOf } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import { addUtmParameters, contentLinks, linkBaseOf, parseMailbox, type PublicLinks } from '@postrider/mail';
import { isEngineUnavailable, type LinkOrigin } from '@postrider/runtime';
import { findOrganizationPrincipal, organizationQuota, type AcceptEmails } from '@postrider/submission';
import type { Renderer } from '@postrider/templating';
import type { ClaimedRun } from '../claimed-run';
import { findRunContact, type RunContact } from './run-contact';
import { findSendingDomain, wasAccepted, type StepDomain } from './send-step.repository';
import type { ReadStepContent } from './step-content';
import { contactDeleted, detailOf, type StepResult } from './step-result';

export interface SendOptions {
  readonly pool: Pool;
  readonly acceptEmails: AcceptEmails;
  readonly admissionControl: AdmissionControl;
  readonly renderer: Renderer;
  readonly readContent: ReadStepContent;
  readonly links: PublicLinks;
  readonly linkOrigin: LinkOrigin;
}

export interface SendTask {
  readonly run: ClaimedRun;
  readonly step: SendStep;
  /** Key that wrote the version. */
  readonly apiKeyId: string;
  /** Name of the event that began the run. */
  readonly event: string;
}

export type TakeSend = (task: SendTask) => Promise<StepResult>;

/** Refusals that end by themselves, or after a change of the organization or its domain. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'sending_paused',
  'under_review',
  'domain_not_verified',
  'rate_limited',
  'service_unavailable',
]);
/** Over a limit until the next day: not all at its first second. */
const nextPeriodJitterMs = 600_000;

/**
 * The message has the step's id, which is committed already: accepting it again, after a crash, is a replay. Whether the contact
 * may be written to is asked at this moment: who has unsubscribed meanwhile ends the sequence.
 */
export function createTakeSend(options: SendOptions): TakeSend {
  return async (task) => {
    const { run, step, apiKeyId } = task;
    const { stepId: messageId } = run;
    // Asked first, and only after a try whose result is unknown: it was sent, whatever the contact has done since.
    const isRepeat = run.crashes > 0 || run.attempts > 0;
    if (isRepeat && (await wasAccepted(options.pool, run))) return { kind: 'taken', messageId };
    const from = parseMailbox(step.from);
    if (!from.ok) return { kind: 'failed', detail: 'invalid_from' };
    const { organizationId } = run;
    const principal = await findOrganizationPrincipal(options.pool, { organizationId, keyId: apiKeyId });
    const contact = await findRunContact(options.pool, run);
    if (principal === null || contact === null) return contactDeleted;
    const domain = await findSendingDomain(options.pool, run, {
      name: from.mailbox.domain,
      topic: step.topic,
    });
    if (domain === null) return { kind: 'failed', detail: 'unknown_domain' };
    if (step.topic !== undefined && domain.topicId === null)
      return { kind: 'failed', detail: 'unknown_topic' };
    const refusal = await refusalOf(options.pool, { run, contact, domain });
    if (refusal !== null) return refusal;
    return send(options, { ...task, contact, domain, principal });
  };
}

interface Recipient {
  readonly run: ClaimedRun;
  readonly contact: RunContact;
  readonly domain: StepDomain;
}

async function refusalOf(pool: Pool, { run, contact, domain }: Recipient): Promise<StepResult | null> {
  const { organizationId } = run;
  const { id: domainId, topicId } = domain;
  const [reason] = await findIneligible(pool, [
    { organizationId, emailKey: contact.emailKey, domainId, topicId },
  ]);
  return reason ? { kind: 'stopped', detail: reason } : null;
}

type SendingTask = SendTask & Recipient & { readonly principal: Principal };

async function send(options: SendOptions, task: SendingTask): Promise<StepResult> {
  const { run, step } = task;
  const read = await options.readContent(run, step);
  if (read.state === 'busy') return later(read.detail);
  if (read.state === 'invalid') return { kind: 'failed', detail: detailOf(read.detail) };
  const rendering = await render(options, task, read.content);
  if (rendering.state === 'busy') return later(rendering.error.code);
  if (rendering.state === 'invalid') {
    return { kind: 'failed', detail: detailOf(rendering.error.code, rendering.error.message) };
  }
  const { subject, html, text } = rendering;
  return accept(options, task, {
    from: step.from,
    to: [task.contact.email],
    subject,
    ...(html !== null && { html }),
    ...(text !== null && { text }),
    ...(step.reply_to !== undefined && { reply_to: step.reply_to }),
    ...(step.track !== undefined && { track: step.track }),
    kind: `sequence.${run.slug}`,
  });
}

async function render(
  { renderer, links, linkOrigin }: SendOptions,
  task: SendingTask,
  content: CompiledContent,
) {
  const { run, contact, domain, event } = task;
  const base = linkBaseOf(domain, linkOrigin);
  const own = contentLinks(links, base, { messageId: run.stepId, ordinal: 0 });
  const rendering = await renderContent(renderer, content, {
    organizationId: run.organizationId,
    contact,
    links: own,
    event: { name: event, properties: run.properties },
  });
  if (rendering.state !== 'rendered') return rendering;
  return addUtmParameters(rendering, utmOf(domain.utm, run.slug), Object.values(own));
}

async function accept(
  { acceptEmails, admissionControl }: SendOptions,
  { run, principal, domain: { topicId } }: SendingTask,
  request: SendEmailRequest,
): Promise<StepResult> {
  const { stepId: messageId } = run;
  try {
    const { response } = await acceptEmails.one(principal, request, {
      idempotencyHeader: undefined,
      quota: organizationQuota(admissionControl, principal),
      source: 'automation',
      messageId,
      ...(topicId !== null && { topicId }),
    });
    // Suppressed between our question and the answer: the message exists and has its suppression.
    if (response.suppressed !== undefined) return { kind: 'stopped', detail: 'suppressed', messageId };
    return { kind: 'taken', messageId };
  } catch (error) {
    if (error instanceof AppError) return resultOf(error);
    // Whether it was stored is not known: the same id, and the question above.
    if (isEngineUnavailable(error)) return { ...later('service_unavailable'), keepsId: true };
    throw error;
  }
}

function resultOf(error: AppError): StepResult {
  if (error.code === 'quota_exceeded' && error.retryAfterSeconds !== undefined) {
    const inMs = error.retryAfterSeconds * 1_000 + Math.random() * nextPeriodJitterMs;
    return { ...later('quota_exceeded'), inMs };
  }
  if (passing.has(error.code)) return later(error.code);
  return { kind: 'failed', detail: detailOf(error.code, error.message) };
}

/** With another id: none was stored, and the id of a message says when it was made. */
function later(detail: string) {
  return { kind: 'later', detail, inMs: null, keepsId: false } as const satisfies StepResult;
}
