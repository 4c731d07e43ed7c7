import { compileContent, findTemplateContent, findUnknownObject, topicsOf } from '@postrider/audiences';
import type { Principal } from '@postrider/contracts/access';
import type { AutomationStep, ConditionStep, SendStep } from '@postrider/contracts/automations';
import { AppError, invalidField, validationError } from '@postrider/contracts/errors';
import type { SegmentCondition } from '@postrider/contracts/segments';
import type { Pool } from '@postrider/db';
import { parseMailbox } from '@postrider/mail';
import { authorizeDomain, checkBulk, checkTracking, parseFrom } from '@postrider/submission';
import type { Renderer } from '@postrider/templating';
import { requireRights } from '../http/check-permission';
import { inDocument } from '../documents/render-own-document';
import { renderStepDocuments } from './render-step-documents';
import { findUrlFault, type WebhookUrlRules } from '../webhooks/webhook-url';
import type { CheckedSteps } from './automations.repository';

export interface CheckOptions {
  readonly pool: Pool;
  readonly renderer: Renderer;
  readonly urlRules: WebhookUrlRules;
}

interface PlacedStep {
  /** For example `steps[2].then[1]`. */
  readonly path: string;
  readonly step: AutomationStep;
}

/**
 * Checks what can be known of the steps before a run takes one: senders, templates, content, and where calls go. Refusals name the
 * step. Topics are for the transaction that writes them.
 * @throws AppError `forbidden`, `validation_error`, `invalid_from`, `unknown_domain`, `domain_not_verified`, `stream_mismatch`,
 *   `template_not_found`, `rate_limited`
 */
export async function checkSteps(
  options: CheckOptions,
  principal: Principal,
  { steps: given, slug }: { readonly steps: AutomationStep[]; readonly slug: string },
): Promise<CheckedSteps> {
  const steps = await renderStepDocuments(options.pool, { organizationId: principal.organization.id }, given);
  const placed = stepsWithin(steps, 'steps');
  const domainIds = new Set<string>();
  for (const { path, step } of placed) {
    if (step.type !== 'send') continue;
    domainIds.add(await at(path, () => checkSend(options, principal, { step, kind: `sequence.${slug}` })));
  }
  // At once: a name server that does not answer costs its seconds once.
  await Promise.all(placed.map(({ path, step }) => at(path, () => checkCall(options, principal, step))));
  await requireObjects(options.pool, principal.organization.id, placed);
  const topics = new Set(placed.flatMap(({ step }) => topicsIn(step)));
  const templates = new Set(placed.flatMap(({ step }) => templatesIn(step)));
  return { steps, domainIds: [...domainIds], topics: [...topics], templates: [...templates] };
}

function stepsWithin(steps: readonly AutomationStep[], path: string): PlacedStep[] {
  return steps.flatMap((step, index) => {
    const here = `${path}[${index}]`;
    const branches =
      step.type === 'condition'
        ? [...stepsWithin(step.then, `${here}.then`), ...stepsWithin(step.else, `${here}.else`)]
        : [];
    return [{ path: here, step }, ...branches];
  });
}

/** Whatever refuses a step says which. */
async function at<T>(path: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, retryAfterSeconds, fields = [] } = error;
    if (code === 'validation_error')
      throw validationError(fields.map((field) => ({ ...field, path: `${path}.${field.path}` })));
    throw new AppError(code, `${path}: ${message}`, {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}

/** @returns the domain's id */
async function checkSend(
  options: CheckOptions,
  principal: Principal,
  { step, kind }: { readonly step: SendStep; readonly kind: string },
): Promise<string> {
  const domain = authorizeDomain(principal, parseFrom(step.from).domain);
  checkBulk(kind, 1, domain);
  checkTracking(step.track, 1, domain);
  if (step.reply_to !== undefined && !parseMailbox(step.reply_to).ok) {
    throw invalidField('reply_to', 'not an email address');
  }
  await checkContent(options, principal.organization.id, step);
  return domain.id;
}

async function checkContent(
  { pool, renderer }: CheckOptions,
  organizationId: string,
  step: SendStep,
): Promise<void> {
  if (step.template !== undefined) {
    const content = await findTemplateContent(pool, organizationId, step.template);
    if (content === null) throw new AppError('template_not_found');
    return;
  }
  const source = {
    subject: step.subject ?? null,
    previewText: step.preview_text ?? null,
    ...{ html: step.html ?? null, text: step.text ?? null, variables: [] },
  };
  const outcome = await compileContent(renderer, source, { organizationId, hasEvent: true });
  if (outcome.state === 'busy') throw outcome.error;
  if (outcome.state === 'invalid') {
    throw validationError(step.document ? inDocument(outcome.problems) : outcome.problems);
  }
}

/** The receiver gets the profile of each contact. */
async function checkCall(
  { urlRules }: CheckOptions,
  principal: Principal,
  step: AutomationStep,
): Promise<void> {
  if (step.type !== 'webhook') return;
  requireRights(principal, ['export']);
  const fault = await findUrlFault(step.url, urlRules);
  if (fault !== null) throw invalidField('url', fault);
}

/** @throws AppError `validation_error` for a condition that names what the organization does not have */
async function requireObjects(
  pool: Pool,
  organizationId: string,
  placed: readonly PlacedStep[],
): Promise<void> {
  const conditions = placed.flatMap(({ path, step }) =>
    step.type === 'condition'
      ? step.if.all.map((condition, index) => ({ condition, path: `${path}.if.all[${index}]` }))
      : [],
  );
  const unknown = await findUnknownObject(
    pool,
    organizationId,
    conditions.map(({ condition }) => condition),
  );
  if (unknown === null) return;
  throw invalidField(`${conditions[unknown.index]?.path}.${unknown.field}`, unknown.fault);
}

/** The id or slug of its template; ids as their column has them. */
function templatesIn(step: AutomationStep): string[] {
  if (step.type !== 'send' || step.template === undefined) return [];
  const { id, slug } = step.template;
  return [id?.toLowerCase(), slug].filter((name) => name !== undefined);
}

/** Slugs that a step names. */
function topicsIn(step: AutomationStep): string[] {
  if (step.type === 'send') return step.topic === undefined ? [] : [step.topic];
  if (step.type === 'update_contact') return (step.topics ?? []).map(({ topic }) => topic);
  if (step.type === 'condition') return topicsOf({ all: step.if.all.filter(isAboutContact) });
  return [];
}

function isAboutContact(condition: ConditionStep['if']['all'][number]): condition is SegmentCondition {
  return !('event_property' in condition) && !('waited' in condition);
}
