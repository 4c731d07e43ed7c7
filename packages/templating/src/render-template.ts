import assert from 'node:assert';
import { LiquidError } from 'liquidjs';
import { templateFields, type CompiledTemplate, type TemplateField } from './compile-template';
import { plainMessage } from './engine/parse-field';
import { OutputLimitError, renderField } from './engine/render-field';
import {
  briefWork,
  createWorkBudget,
  WorkLimitError,
  wholeWork,
  type WorkBudget,
} from './engine/work-budget';
import { fillVariables, type VariableFaults } from './variables/fill-variables';

/** A longer html or text is none that an email may have. */
const outputCharsMax = 2_000_000;

export interface RenderedFields {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

export type Rendering =
  | ({ readonly ok: true } & RenderedFields)
  /** The data does not fit the declared variables. */
  | { readonly ok: false; readonly reason: 'variables'; readonly problems: VariableFaults }
  /** The data, or what a field becomes with it, is larger than it may be, or holds what no email may. */
  | {
      readonly ok: false;
      readonly reason: 'invalid';
      readonly path: 'data' | TemplateField;
      readonly message: string;
    }
  /** The template cannot do with this data what it says, or not with reasonable effort. */
  | { readonly ok: false; readonly reason: 'failed'; readonly path: TemplateField; readonly message: string };

type Data = Readonly<Record<string, unknown>>;

/** Renders all fields with one budget of work. Whatever template and data are, it ends soon and never throws. */
export function renderTemplate(template: CompiledTemplate, data: Data): Rendering {
  return render(template, data, createWorkBudget(wholeWork));
}

/** As `renderTemplate`, for callers that others wait for. Null: it would have taken longer than some milliseconds. */
export function renderBriefly(
  template: CompiledTemplate,
  data: Data,
): { readonly rendering: Rendering | null; readonly tookMs: number } {
  const budget = createWorkBudget(briefWork);
  const rendering = render(template, data, budget);
  return { rendering: budget.isExceeded() ? null : rendering, tookMs: budget.spentMs() };
}

function render(template: CompiledTemplate, data: Data, { limiter }: WorkBudget): Rendering {
  const filled = fillVariables(template.variables, data);
  if (filled.state === 'invalid')
    return { ok: false, reason: 'invalid', path: 'data', message: filled.message };
  if (filled.state === 'unfit') return { ok: false, reason: 'variables', problems: filled.faults };
  const work = { scope: filled.scope, budget: limiter, outputCharsMax };
  const rendered: Record<TemplateField, string | null> = { subject: null, html: null, text: null };
  for (const field of templateFields) {
    const parsed = template.fields[field];
    if (parsed === null) continue;
    try {
      rendered[field] = renderField(parsed, work);
    } catch (error) {
      return failure(field, error);
    }
  }
  const { subject } = rendered;
  assert(subject !== null, 'every template has a subject');
  return { ok: true, subject, html: rendered.html, text: rendered.text };
}

/** The library wraps what is thrown while it renders, and adds the line; what a loop's own check throws it lets pass. */
function failure(path: TemplateField, error: unknown): Rendering {
  const isWrapped = LiquidError.is(error);
  if (isWrapped && error.originalError instanceof OutputLimitError) {
    return {
      ok: false,
      reason: 'invalid',
      path,
      message: `must have at most ${outputCharsMax.toLocaleString('en-US')} characters after rendering`,
    };
  }
  if (isWrapped || error instanceof WorkLimitError) {
    return { ok: false, reason: 'failed', path, message: plainMessage(error) };
  }
  throw error;
}
