import assert from 'node:assert';
import {
  checkConditions,
  compileContent,
  findIneligible,
  findTemplateContent,
  firstPosition,
  nextPosition,
  renderContent,
  stepAt,
  waitOf,
  type Branch,
  type ContentContact,
  type ContentSource,
  type TemplateRef,
} from '@postrider/audiences';
import {
  automationLimits,
  type AutomationDefinition,
  type AutomationDryRun,
  type AutomationStep,
  type ConditionStep,
  type DryRunEmail,
  type DryRunStep,
  type SendStep,
  type WaitStep,
  type WaitUntilStep,
} from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import { parseMailbox } from '@postrider/mail';
import type { Renderer } from '@postrider/templating';
import { madeUpLinks } from '../broadcasts/made-up-contact';
import { findDryRunDomain } from './dry-run.repository';

export interface DryRun {
  readonly organizationId: string;
  readonly definition: AutomationDefinition;
  readonly contact: ContentContact & { readonly id: string; readonly emailKey: string };
  readonly properties: Readonly<Record<string, unknown>>;
  /** Outcome of event waits. */
  readonly waited: 'event' | 'timeout';
}

interface Options {
  readonly pool: Pool;
  readonly renderer: Renderer;
}

type Path = Pick<AutomationDryRun, 'status' | 'detail' | 'duration_seconds' | 'steps'>;

/** What a step results in, and where the run goes on; no `branch` but of a condition. */
interface Result extends Partial<Omit<DryRunStep, 'position' | 'type' | 'at' | 'until'>> {
  readonly branch?: Branch;
  readonly forMs?: number;
  /** The run ends here. */
  readonly ends?: 'stopped' | 'failed';
}

/**
 * The steps that a run which starts now would take, as the send-worker takes them, without writing, sending or calling anything. The contact is
 * as it is now: changes of its own steps are not seen by the conditions behind them.
 * @throws AppError `rate_limited`, `service_unavailable` when the organization has used up its time for rendering
 */
export async function dryRun(options: Options, run: DryRun, now: Date): Promise<Path> {
  const steps: DryRunStep[] = [];
  let atMs = now.getTime();
  let waited: DryRun['waited'] | null = null;
  let position: string | null = run.definition.steps.length === 0 ? null : firstPosition;
  while (position !== null) {
    assert(steps.length < automationLimits.stepsMax, 'a run takes no step twice');
    const step: AutomationStep = stepAt(run.definition, position);
    const {
      branch,
      ends,
      forMs = 0,
      ...result
    } = await take(options, run, { step, waited, at: new Date(atMs) });
    const isWait = step.type === 'wait' || step.type === 'wait_until';
    const until = isWait ? new Date(atMs + forMs).toISOString() : null;
    const { outcome = 'done', detail = null, conditions_met = [], email = null } = result;
    const at = new Date(atMs).toISOString();
    steps.push({ position, type: step.type, at, until, outcome, detail, conditions_met, email });
    atMs += forMs;
    if (ends !== undefined) return pathOf(ends, detail);
    if (step.type === 'wait_until' && step.event !== undefined) waited = run.waited;
    position = nextPosition(run.definition, position, branch);
  }
  return pathOf('completed', null);

  function pathOf(status: Path['status'], detail: string | null): Path {
    return { status, detail, duration_seconds: Math.round((atMs - now.getTime()) / 1_000), steps };
  }
}

interface Task {
  readonly step: AutomationStep;
  readonly waited: DryRun['waited'] | null;
  readonly at: Date;
}

async function take(options: Options, run: DryRun, { step, waited, at }: Task): Promise<Result> {
  switch (step.type) {
    case 'wait':
    case 'wait_until':
      return takeWait(run, step, at);
    case 'condition':
      return takeCondition(options.pool, run, { step, waited });
    case 'send':
      return takeSend(options, run, step);
    case 'update_contact':
    case 'webhook':
      return {};
  }
}

function takeWait({ properties, waited }: DryRun, step: WaitStep | WaitUntilStep, at: Date): Result {
  const wait = waitOf(step, properties, at);
  if (wait.kind === 'past') return { outcome: 'skipped', detail: 'time_past' };
  if (wait.kind === 'unknown') return { ends: 'failed', outcome: 'failed', detail: wait.reason };
  const { forMs } = wait;
  if (step.type === 'wait') return { forMs };
  if (step.event === undefined) return { forMs, detail: 'time' };
  return { forMs: waited === 'event' ? 0 : forMs, detail: waited };
}

async function takeCondition(
  pool: Pool,
  { organizationId, contact, properties }: DryRun,
  { step, waited }: { readonly step: ConditionStep; readonly waited: DryRun['waited'] | null },
): Promise<Result> {
  const subject = { organizationId, contactId: contact.id, properties, waited };
  const met = await checkConditions(pool, subject, step.if.all);
  if (met === null) return { ends: 'stopped', outcome: 'skipped', detail: 'contact_deleted' };
  const branch = met.every(Boolean) ? 'then' : 'else';
  return { branch, detail: branch, conditions_met: [...met] };
}

/** What the step says: its own content, or that of a template. */
interface Content {
  readonly source: ContentSource;
  readonly template: TemplateRef | null;
}

async function takeSend(options: Options, run: DryRun, step: SendStep): Promise<Result> {
  const { pool } = options;
  const { organizationId, contact } = run;
  const content = await contentOf(pool, organizationId, step);
  const email = (subject: string | null): DryRunEmail => ({
    ...{ from: step.from, subject, template_id: content?.template?.id ?? null },
    template_slug: content?.template?.slug ?? null,
    template_version: content?.template?.version ?? null,
  });
  const failed = (detail: string): Result => ({
    ends: 'failed',
    outcome: 'failed',
    detail,
    email: email(null),
  });

  const from = parseMailbox(step.from);
  if (!from.ok) return failed('invalid_from');
  const named = { name: from.mailbox.domain, topic: step.topic };
  const domain = await findDryRunDomain(pool, organizationId, named);
  if (domain === null) return failed('unknown_domain');
  if (step.topic !== undefined && domain.topicId === null) return failed('unknown_topic');
  const { id: domainId, topicId } = domain;
  const recipient = { organizationId, emailKey: contact.emailKey, domainId, topicId };
  const [reason] = await findIneligible(pool, [recipient]);
  if (reason) return { ends: 'stopped', outcome: 'skipped', detail: reason, email: email(null) };
  if (content === null) return failed('template_not_found');
  const rendering = await render(options, run, content);
  if ('problem' in rendering) return failed(rendering.problem);
  if (!domain.isVerified) return { ...failed('domain_not_verified'), email: email(rendering.subject) };
  return { email: email(rendering.subject) };
}

export async function contentOf(pool: Pool, organizationId: string, step: SendStep): Promise<Content | null> {
  if (step.template !== undefined) {
    const found = await findTemplateContent(pool, organizationId, step.template);
    return found && { source: found.source, template: found.ref };
  }
  const { subject = null, preview_text: previewText = null, html = null, text = null } = step;
  return { source: { subject, previewText, html, text, variables: [] }, template: null };
}

/** With everything it says: whether it can be rendered for the contact is a part of the answer. */
async function render(
  { renderer }: Options,
  { organizationId, contact, definition, properties }: DryRun,
  { source }: Content,
): Promise<{ readonly subject: string } | { readonly problem: string }> {
  const compiled = await compileContent(renderer, source, { organizationId, hasEvent: true });
  if (compiled.state === 'busy') throw compiled.error;
  if (compiled.state === 'invalid') {
    const [problem] = compiled.problems;
    return { problem: `invalid_content: ${problem?.path ?? ''}: ${problem?.message ?? ''}` };
  }
  const event = { name: definition.trigger.event, properties };
  const data = { organizationId, contact, links: madeUpLinks, event };
  const rendering = await renderContent(renderer, compiled.content, data);
  if (rendering.state === 'busy') throw rendering.error;
  if (rendering.state === 'invalid')
    return { problem: `${rendering.error.code}: ${rendering.error.message}` };
  return { subject: rendering.subject };
}
