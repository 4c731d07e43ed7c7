import type { FieldProblem, TemplateVariable } from '@postrider/contracts';
import { parseField } from './engine/parse-field';
import { variableReferences } from './engine/variable-references';
import { fieldEngines, templateFields } from './template-source';
import { undeclaredVariables } from './variables/undeclared-variables';
import { variableProblems, variableTree, type VariableNode } from './variables/variable-tree';

/** A draft: any part of it may still be missing. */
export interface TemplateDraft {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
}

/** Everything that keeps a draft from being published or rendered; empty: nothing does. */
export function checkTemplate(draft: TemplateDraft): FieldProblem[] {
  const problems = [...missingFields(draft), ...variableProblems(draft.variables)];
  const tree = problems.some(({ path }) => path.startsWith('variables'))
    ? null
    : variableTree(draft.variables);
  for (const field of templateFields) {
    const source = draft[field];
    if (source === null) continue;
    problems.push(
      ...sourceProblems(source, fieldEngines[field], tree).map((message) => ({ path: field, message })),
    );
  }
  return problems;
}

function missingFields({ subject, html, text }: TemplateDraft): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (subject === null || subject === '') problems.push({ path: 'subject', message: 'required' });
  if (html === null && text === null) problems.push({ path: 'html', message: 'html or text is required' });
  return problems;
}

function sourceProblems(source: string, engine: 'html' | 'text', tree: VariableNode | null): string[] {
  const outcome = parseField(source, engine);
  if (!outcome.ok) return [outcome.message];
  if (tree === null) return [];
  return undeclaredVariables(variableReferences(outcome.field.templates), tree).map(
    (name) => `${name} is not declared`,
  );
}
