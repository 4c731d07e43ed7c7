import { AppError, validationMessage, type TemplateVariable } from '@postrider/contracts';
import { checkTemplate, type TemplateSource } from '@postrider/templating';
import type { TemplateRow } from './template-row';

/**
 * The draft as a version would have it.
 * @throws AppError `validation_error` naming everything that keeps it from being rendered
 */
export function renderableDraft({ subject, html, text, variables: stored }: TemplateRow): TemplateSource {
  // Validated before they were stored.
  const variables = stored as unknown as TemplateVariable[];
  const problems = checkTemplate({ subject, html, text, variables });
  if (problems.length > 0) throw new AppError('validation_error', validationMessage(problems));
  return { subject: subject ?? '', html, text, variables };
}
