import { AppError, validationMessage, type TemplateVariable } from '@postrider/contracts';
import type { Renderer } from '@postrider/submission';
import type { TemplateSource } from '@postrider/templating';
import type { TemplateRow } from './template-row';

/**
 * The draft as a version would have it.
 * @throws AppError `validation_error` naming everything that keeps it from being rendered, `rate_limited`
 */
export async function renderableDraft(
  renderer: Renderer,
  row: TemplateRow,
  by: Parameters<Renderer['check']>[1],
): Promise<TemplateSource> {
  const { subject, html, text } = row;
  // Validated before they were stored.
  const variables = row.variables as unknown as TemplateVariable[];
  const problems = await renderer.check({ subject, html, text, variables }, by);
  if (problems instanceof AppError) throw problems;
  if (problems.length > 0) throw new AppError('validation_error', validationMessage(problems));
  return { subject: subject ?? '', html, text, variables };
}
