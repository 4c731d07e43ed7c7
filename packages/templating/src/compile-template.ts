import type { TemplateVariable } from '@postrider/contracts/templates';
import { parseField, type ParsedField } from './engine/parse-field';
import { variableTree, type VariableNode } from './variables/variable-tree';

/** What a version of a template says. */
export interface TemplateSource {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
}

/** The subject is text: whatever it renders to is encoded as a header, never read as HTML. */
export const fieldEngines = { subject: 'text', html: 'html', text: 'text' } as const;
export type TemplateField = keyof typeof fieldEngines;

export const templateFields = ['subject', 'html', 'text'] as const satisfies readonly TemplateField[];

/** A template that has been read once, and can be rendered any number of times. */
export interface CompiledTemplate {
  readonly variables: VariableNode;
  readonly fields: Readonly<Record<TemplateField, ParsedField | null>> & { readonly subject: ParsedField };
  readonly source: TemplateSource;
  /** Characters of its sources: what it occupies in memory is in proportion. */
  readonly chars: number;
}

/** Compiles what `checkTemplate` found no problem with. */
export function compileTemplate(source: TemplateSource): CompiledTemplate {
  const { subject, html, text, variables } = source;
  return {
    source,
    variables: variableTree(variables),
    fields: {
      subject: compileField('subject', subject),
      html: html === null ? null : compileField('html', html),
      text: text === null ? null : compileField('text', text),
    },
    chars: subject.length + (html?.length ?? 0) + (text?.length ?? 0),
  };
}

function compileField(field: TemplateField, source: string): ParsedField {
  const outcome = parseField(source, fieldEngines[field]);
  if (outcome.ok) return outcome.field;
  throw new Error(`${field}: ${outcome.message}`);
}
