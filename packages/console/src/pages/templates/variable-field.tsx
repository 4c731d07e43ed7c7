import type { TemplateVariable } from '../../api/types';
import { templateTexts } from '../../texts/templates';
import { SingleField, textOf } from './single-field';
import { StructuredField } from './structured-field';
import { labelOf } from './template-values';

const { values: words } = templateTexts;

/** The value of a variable, in fields of its type. */
export function VariableField({
  variable: { key, type, fallback, required },
  value,
  read,
  set,
}: {
  readonly variable: TemplateVariable;
  readonly value: unknown;
  /** What the template reads of it. */
  readonly read: unknown;
  /** Undefined: no value. */
  readonly set: (value: unknown) => void;
}) {
  const field = { label: labelOf(key), withAsterisk: required && fallback === undefined, value, set };
  if (type === 'list' || type === 'object')
    return <StructuredField {...{ type, fallback, read }} {...field} />;
  return <SingleField type={type} {...field} description={descriptionOf(fallback)} />;
}

function descriptionOf(fallback: unknown): string | undefined {
  const shown = typeof fallback === 'boolean' ? String(fallback) : textOf(fallback);
  return shown === '' ? undefined : words.fallback(shown);
}
