import assert from 'node:assert';
import { createHash } from 'node:crypto';
import type { EmailContent } from '@postrider/contracts/emails';
import { AppError, type FieldProblem } from '@postrider/contracts/errors';
import type { TemplateVariable } from '@postrider/contracts/templates';
import {
  compileTemplate,
  renderedContent,
  type CompiledTemplate,
  type Renderer,
  type TemplateSource,
} from '@postrider/templating';
import { fillScope, scopeVariables, unsaid, type ContentData } from './content-scope';
import { withPreviewText } from './preview-text';

/** The content before it is personal: own content, or a published version of a template. */
export interface ContentSource {
  readonly subject: string | null;
  readonly previewText: string | null;
  readonly html: string | null;
  readonly text: string | null;
  /** Those that the template declares; own content has none. */
  readonly variables: readonly TemplateVariable[];
  /** Values that are the same for all recipients; by their keys, or nested. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** It is being sent, or of a published version: see `TemplateDraft`. */
  readonly wasAccepted?: boolean;
}

/** Content that was read once, for any number of recipients. */
export interface CompiledContent {
  readonly compiled: CompiledTemplate;
  /** Of what it says: threads keep it by this. */
  readonly versionId: string;
  readonly variables: readonly TemplateVariable[];
  readonly data: Readonly<Record<string, unknown>>;
}

interface CompileOptions {
  readonly organizationId: string;
  /** Whether `event` may be read: in automations. */
  readonly hasEvent: boolean;
}

export type CompileOutcome =
  | { readonly state: 'compiled'; readonly content: CompiledContent }
  /** It cannot be sent to anybody. */
  | { readonly state: 'invalid'; readonly problems: readonly FieldProblem[] }
  /** Its organization has used up its time, or no thread is to be had: later. */
  | { readonly state: 'busy'; readonly error: AppError };

export type ContentRendering =
  | ({ readonly state: 'rendered' } & EmailContent)
  /** For this recipient there is none; others may have one. */
  | { readonly state: 'invalid'; readonly error: AppError }
  /** Its organization has used up its time, or no thread is to be had: later. */
  | { readonly state: 'busy'; readonly error: AppError };

/** Checks and reads content. What is large is checked in a thread. */
export async function compileContent(
  renderer: Renderer,
  source: ContentSource,
  { organizationId, hasEvent }: CompileOptions,
): Promise<CompileOutcome> {
  const { subject, previewText, html, text, data = {}, wasAccepted = false } = source;
  const variables = [...source.variables, ...scopeVariables(source.variables, { hasEvent })];
  const by = { organizationId, call: { spentMs: 0 } };
  // By itself, so that nothing in it opens what the html closes; and named as what it is.
  const ofPreview =
    previewText === null
      ? []
      : await renderer.check({ subject: previewText, html: null, text: '', variables, wasAccepted }, by);
  if (ofPreview instanceof AppError) return { state: 'busy', error: ofPreview };
  const ofFields = await renderer.check({ subject, html, text, variables, wasAccepted }, by);
  if (ofFields instanceof AppError) return { state: 'busy', error: ofFields };
  const problems = [...ofFields, ...ofPreview.map(({ message }) => ({ path: 'preview_text', message }))];
  if (problems.length > 0) return { state: 'invalid', problems };
  assert(subject !== null, 'content without a subject has a problem');
  const shown = html === null || previewText === null ? html : withPreviewText(html, previewText);
  const template: TemplateSource = { subject, html: shown, text, variables };
  return {
    state: 'compiled',
    content: { compiled: compileTemplate(template), versionId: versionIdOf(template), variables, data },
  };
}

function versionIdOf(source: TemplateSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('base64url');
}

/** Renders for one recipient: on the event loop while that is cheap, in a thread otherwise, charged to the organization. */
export async function renderContent(
  renderer: Renderer,
  { compiled, versionId, variables, data }: CompiledContent,
  { organizationId, ...person }: ContentData & { readonly organizationId: string },
): Promise<ContentRendering> {
  const by = { organizationId, call: { spentMs: 0 }, admit: () => Promise.resolve() };
  const filled = { ...data, ...fillScope(unsaid(variables, data), person) };
  const rendering = await renderer.render({ versionId, compiled }, filled, by);
  if (rendering instanceof AppError) return { state: 'busy', error: rendering };
  const content = renderedContent(rendering);
  if (content instanceof AppError) return { state: 'invalid', error: content };
  return { state: 'rendered', ...content };
}
