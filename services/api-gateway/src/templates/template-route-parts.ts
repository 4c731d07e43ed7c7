import {
  AppError,
  isId,
  validationMessage,
  type Principal,
  type TemplateVariable,
} from '@postrider/contracts';
import type { BumpOrganizationEpoch } from '@postrider/admission';
import type { Renderer } from '@postrider/submission';
import { variableProblems } from '@postrider/templating';
import type { CursorCodec } from '../paging/cursor';
import type { TemplateName, TemplatesRepository } from './templates.repository';
import { requireUnrestricted } from '../auth/principal-scope';

export interface TemplateRouteParts {
  readonly templates: TemplatesRepository;
  readonly renderer: Renderer;
  readonly cursors: CursorCodec;
  /** After each commit that changes what a send with a template resolves to. */
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
}

const slugPattern = /^[a-z0-9._-]{1,64}$/;

/**
 * The template that a path names.
 * @throws AppError `not_found` for what cannot be a name
 */
export function nameOf(given: {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
}): TemplateName {
  const idOrSlug = given.params['id_or_slug'] ?? '';
  if (!isId(idOrSlug) && !slugPattern.test(idOrSlug)) throw new AppError('not_found');
  return { organizationId: given.principal.organization.id, idOrSlug };
}

/** @throws AppError `forbidden_domain` */
export function requireTemplateAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Templates are sent from every domain.');
}

/** @throws AppError `validation_error` */
export function requireConsistent(variables: readonly TemplateVariable[] | undefined): void {
  const problems = variables === undefined ? [] : variableProblems(variables);
  if (problems.length > 0) throw new AppError('validation_error', validationMessage(problems));
}

/** @throws AppError `not_found` */
export function found<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('not_found');
  return row;
}
