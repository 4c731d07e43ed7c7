import assert from 'node:assert';
import type { Principal } from '@postrider/contracts/access';
import { AppError, validationError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { updateTemplateRequest, type TemplateVariable } from '@postrider/contracts/templates';
import type { Clock } from '@postrider/runtime';
import { variableProblems, type RenderedBy, type Renderer, type TemplateSource } from '@postrider/templating';
import type { BumpCacheVersion } from '@postrider/admission';
import { requireUnrestricted } from '../auth/principal-scope';
import { versionedBy } from '../http/object-version';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { TemplateName, TemplateRow, TemplatesRepository } from './templates.repository';

export const templateVersion = versionedBy(updateTemplateRequest);

export interface TemplateRouteOptions {
  readonly templates: TemplatesRepository;
  readonly renderer: Renderer;
  readonly cursors: CursorCodec;
  /** After each commit that changes what a send with a template resolves to. */
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
}

const slugPattern = /^[a-z0-9._-]{1,64}$/;

/**
 * The template that a path names.
 * @throws AppError `not_found` for what cannot be a name
 */
export function nameOf({
  principal,
  params: { id_or_slug: idOrSlug },
}: Pick<
  RouteRequest<unknown, unknown, { readonly id_or_slug: string }>,
  'principal' | 'params'
>): TemplateName {
  if (!isId(idOrSlug) && !slugPattern.test(idOrSlug)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, idOrSlug };
}

/** @throws AppError `forbidden_domain` */
export function requireTemplateAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Templates apply to all domains of the organization.');
}

/** @throws AppError `validation_error` */
export function requireConsistent(variables: readonly TemplateVariable[] | undefined): void {
  const problems = variables === undefined ? [] : variableProblems(variables);
  if (problems.length > 0) throw validationError(problems);
}

/** @throws AppError `not_found` */
export function found<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('not_found');
  return row;
}

/**
 * The draft as a version would have it.
 * @throws AppError `validation_error` naming everything that keeps it from being rendered, `rate_limited`
 */
export async function renderableDraft(
  renderer: Renderer,
  row: TemplateRow,
  by: RenderedBy,
): Promise<TemplateSource> {
  const { subject, html, text } = row;
  // Validated before they were stored.
  const variables = row.variables as unknown as TemplateVariable[];
  const problems = await renderer.check({ subject, html, text, variables }, by);
  if (problems instanceof AppError) throw problems;
  if (problems.length > 0) throw validationError(problems);
  assert(subject !== null, 'a draft without a subject has a problem');
  return { subject, html, text, variables };
}
