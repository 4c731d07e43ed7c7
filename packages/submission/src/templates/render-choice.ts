import type { AppError, Principal } from '@postrider/contracts';
import assert from 'node:assert';
import type { Rendering } from '@postrider/templating';
import type { Allowance } from '@postrider/admission';
import type { RenderCall } from './render-meter';
import type { Renderer } from './renderer';
import type { TemplateChoice, TemplateStore } from './template-store';
import type { TemplateRef } from './templates.repository';

/** The template that a send asks for, and what became of it: a refusal is told after those of other fields. */
export interface RenderedTemplate {
  readonly ref: TemplateRef;
  readonly outcome: Rendering | AppError;
}

/**
 * @returns null when there is no such template
 * @throws what finding it and the gate throw, which concerns the whole call
 */
export async function renderChoice(
  { templates, renderer }: { readonly templates: TemplateStore; readonly renderer: Renderer | null },
  principal: Principal,
  given: { readonly choice: TemplateChoice; readonly call: RenderCall; readonly allowance: Allowance },
): Promise<RenderedTemplate | null> {
  const { choice, call, allowance } = given;
  const template = await templates.find(principal, choice, allowance);
  if (template === null) return null;
  assert(renderer !== null, 'whoever takes templates has a renderer');
  const { ref, compiled } = template;
  const by = {
    organizationId: principal.organization.id,
    call,
    // Over its rate, a key occupies no thread.
    admit: () => allowance.reserve([]),
  };
  const outcome = await renderer.render({ versionId: ref.versionId, compiled }, choice.data ?? {}, by);
  return { ref, outcome };
}
