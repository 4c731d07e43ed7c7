import {
  compileContent,
  findTemplateContent,
  type CompiledContent,
  type CompileOutcome,
  type ContentSource,
} from '@postrider/audiences';
import type { SendStep } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import { createTtlCache } from '@postrider/runtime';
import type { Renderer } from '@postrider/templating';
import type { ClaimedRun } from '../claimed-run';

export type StepContent =
  | { readonly state: 'compiled'; readonly content: CompiledContent }
  | { readonly state: 'invalid'; readonly detail: string }
  | { readonly state: 'busy'; readonly detail: string };

export type ReadStepContent = (run: ClaimedRun, step: SendStep) => Promise<StepContent>;

/** Neither versions of automations nor of templates change; this is for the room that they take. */
const cache = { entriesMax: 50, ttlMs: 600_000 } as const;

/** What a step says, read once for all runs: its own content, or the template's version that is the latest at this moment. */
export function createReadStepContent(options: {
  readonly pool: Pool;
  readonly renderer: Renderer;
}): ReadStepContent {
  const { pool, renderer } = options;
  const compiled = createTtlCache<string, CompileOutcome>(cache);

  const compile = async (
    key: string,
    source: ContentSource,
    organizationId: string,
  ): Promise<StepContent> => {
    const outcome = await compiled.fetch(key, () =>
      compileContent(renderer, source, { organizationId, hasEvent: true }),
    );
    if (outcome.state === 'compiled') return outcome;
    compiled.delete(key);
    if (outcome.state === 'busy') return { state: 'busy', detail: outcome.error.code };
    const [problem] = outcome.problems;
    return { state: 'invalid', detail: `invalid_content: ${problem?.path ?? ''}: ${problem?.message ?? ''}` };
  };

  return async ({ organizationId, automationId, version, position }, step) => {
    if (step.template === undefined) {
      const { subject = null, preview_text: previewText = null, html = null, text = null } = step;
      const own = { subject, previewText, html, text, variables: [], wasAccepted: true };
      return compile(`own ${automationId} ${version} ${position}`, own, organizationId);
    }
    const found = await findTemplateContent(pool, organizationId, step.template);
    if (found === null) return { state: 'invalid', detail: 'template_not_found' };
    return compile(`template ${found.ref.id} ${found.ref.version}`, found.source, organizationId);
  };
}
