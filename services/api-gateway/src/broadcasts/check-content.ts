import {
  compileContent,
  findBroadcastContent,
  findTemplateContent,
  renderContent,
  type BroadcastAbTest,
  type BroadcastContent,
  type BroadcastTemplate,
  type ContentSource,
} from '@postrider/audiences';
import type { BroadcastTemplateChoice, BroadcastTest } from '@postrider/contracts/broadcasts';
import type { EmailDocument } from '@postrider/contracts/email-documents';
import { AppError, invalidRequest, validationError, type FieldProblem } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import type { Renderer } from '@postrider/templating';
import { inDocument } from '../documents/render-own-document';
import { madeUpLinks, madeUpContact } from './made-up-contact';

export interface WantedContent {
  readonly subject: string | null;
  readonly preview_text: string | null;
  /** What html and text were rendered from. */
  readonly document: EmailDocument | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly template: BroadcastTemplateChoice | null;
  readonly ab_test: BroadcastTest | null;
}

export interface ContentChecks {
  readonly pool: Pool;
  readonly renderer: Renderer;
}

/**
 * What is wanted, with the versions of templates that it stands for now, once each variant could be rendered.
 * @throws AppError `template_not_found`, `template_variables`, `validation_error`
 */
export type CheckContent = (organizationId: string, wanted: WantedContent) => Promise<BroadcastContent>;

export function createCheckContent(checks: ContentChecks): CheckContent {
  return async (organizationId, wanted) => {
    const { subject, preview_text: previewText, html, text } = wanted;
    const template = await resolveTemplate(checks.pool, organizationId, wanted.template);
    const abTest = wanted.ab_test && (await resolveTest(checks.pool, organizationId, wanted.ab_test));
    const content = { subject, previewText, html, text, template, abTest };
    for (const variant of abTest ? abTest.variants.keys() : [null]) {
      await requireRenderable(checks, { organizationId, content, document: wanted.document }, variant);
    }
    return content;
  };
}

/** @throws AppError `template_not_found` */
async function resolveTemplate(
  pool: Pool,
  organizationId: string,
  choice: BroadcastTemplateChoice | null | undefined,
): Promise<BroadcastTemplate | null> {
  if (!choice) return null;
  const { data, ...query } = choice;
  const found = await findTemplateContent(pool, organizationId, query);
  if (found === null) throw new AppError('template_not_found');
  return { ...found.ref, ...(data && { data }) };
}

async function resolveTest(
  pool: Pool,
  organizationId: string,
  { variants, percent, wait_minutes: waitMinutes, metric }: BroadcastTest,
): Promise<BroadcastAbTest> {
  const resolved: BroadcastAbTest['variants'][number][] = [];
  for (const { subject, html, text, template: choice } of variants) {
    const template = await resolveTemplate(pool, organizationId, choice);
    resolved.push({
      ...(subject !== undefined && { subject }),
      ...(html !== undefined && { html }),
      ...(text !== undefined && { text }),
      ...(template && { template }),
    });
  }
  return { variants: resolved, percent, waitMinutes, metric };
}

/**
 * Renders for a contact with every property that the content uses, to refuse what would be invalid for each recipient.
 * An empty subject may be for want of a property that recipients have: then those without it count as invalid.
 */
async function requireRenderable(
  { pool, renderer }: ContentChecks,
  broadcast: {
    readonly organizationId: string;
    readonly content: BroadcastContent;
    readonly document: EmailDocument | null;
  },
  variant: number | null,
): Promise<void> {
  const { organizationId } = broadcast;
  const source = await findBroadcastContent(pool, broadcast, variant);
  if (source === null) throw new AppError('template_not_found');
  const outcome = await compileContent(renderer, source, { organizationId, hasEvent: false });
  if (outcome.state === 'busy') throw outcome.error;
  if (outcome.state === 'invalid') {
    const { problems } = outcome;
    throw validationError(
      variant === null && broadcast.document !== null
        ? inDocument(problems)
        : problems.map(inVariant(variant)),
    );
  }
  const contact = madeUpContact(outcome.content);
  const person = { contact, links: madeUpLinks, organizationId };
  const rendering = await renderContent(renderer, outcome.content, person);
  if (rendering.state === 'busy') throw rendering.error;
  if (rendering.state === 'rendered') return;
  if (rendering.error.code === 'invalid_subject') {
    if (!isSameForAll(source)) return;
    const problem = { path: 'subject', message: rendering.error.message };
    throw validationError([inVariant(variant)(problem)]);
  }
  const isTemplate = source.variables.length > 0 || source.data !== undefined;
  const { message, fields } = rendering.error;
  if (isTemplate) throw rendering.error;
  throw fields === undefined ? invalidRequest(message) : validationError(fields);
}

function isSameForAll({ subject, variables }: ContentSource): boolean {
  return variables.length === 0 && !/\bcontact\b/.test(subject ?? '');
}

/** What a variant does not say is the broadcast's; the problem is shown in the variant all the same. */
function inVariant(variant: number | null): (problem: FieldProblem) => FieldProblem {
  if (variant === null) return (problem) => problem;
  return ({ path, message }) =>
    path === 'preview_text' ? { path, message } : { path: `ab_test.variants[${variant}].${path}`, message };
}
