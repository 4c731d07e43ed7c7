import type { AutomationStep } from '@postrider/contracts/automations';
import { AppError, validationError } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import { renderOwnDocument } from '../documents/render-own-document';

/**
 * The steps with `html` and `text` of their documents, in the branding that the organization has now.
 * @throws AppError `validation_error` naming the step
 */
export async function renderStepDocuments(
  pool: Pool,
  { organizationId, path = 'steps' }: { readonly organizationId: string; readonly path?: string },
  steps: readonly AutomationStep[],
): Promise<AutomationStep[]> {
  const rendered: AutomationStep[] = [];
  for (const [index, step] of steps.entries()) {
    const here = `${path}[${index}]`;
    if (step.type === 'send' && step.document !== undefined) {
      const content = await renderOwnDocument(pool, organizationId, step.document).catch(placedAt(here));
      rendered.push({ ...step, ...content });
    } else if (step.type === 'condition') {
      const branch = (name: 'then' | 'else') =>
        renderStepDocuments(pool, { organizationId, path: `${here}.${name}` }, step[name]);
      rendered.push({ ...step, then: await branch('then'), else: await branch('else') });
    } else rendered.push(step);
  }
  return rendered;
}

const placedAt =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || error.fields === undefined) throw error;
    throw validationError(error.fields.map((field) => ({ ...field, path: `${path}.${field.path}` })));
  };
