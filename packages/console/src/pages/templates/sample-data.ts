import { useState } from 'react';
import type { TemplateVariable } from '../../api/types';
import { isObject } from './known-shape';
import { valueOf } from './template-values';

type Values = Readonly<Record<string, unknown>>;

const stored = (templateId: string) => `postrider-sample-data-${templateId}`;

/**
 * Sample data of a template: what was entered last in this browser, else a value for each variable. `data` is what its variables are
 * given; `parts` is what the template reads.
 */
export function useSample(templateId: string, variables: readonly TemplateVariable[], parts: unknown) {
  const [sample, setSample] = useState<Values>(() => {
    const entered = localStorage.getItem(stored(templateId));
    return (entered === null ? null : objectOf(entered)) ?? sampleOf(variables, parts);
  });
  const set = (key: string, value: unknown) => {
    const { [key]: _before, ...rest } = sample;
    const next = value === undefined ? rest : { ...sample, [key]: value };
    setSample(next);
    localStorage.setItem(stored(templateId), JSON.stringify(next));
  };
  const data: Values = Object.fromEntries(
    variables.flatMap(({ key }) => (Object.hasOwn(sample, key) ? [[key, sample[key]] as const] : [])),
  );
  return { data, set };
}

function sampleOf(variables: readonly TemplateVariable[], parts: unknown): Values {
  return Object.fromEntries(
    variables.map((variable) => [variable.key, exampleOf(variable, valueOf(parts, variable.key))]),
  );
}

function exampleOf({ key, type, fallback }: TemplateVariable, read: unknown): unknown {
  if (fallback !== undefined) return fallback;
  switch (type) {
    case 'string':
      return textFor(key);
    case 'number':
      return 42;
    case 'boolean':
      return true;
    case 'list':
      return Array.isArray(read) ? filled(read, key) : ['First', 'Second'];
    case 'object':
      return isObject(read) ? filled(read, key) : { name: 'Name' };
  }
}

/** With a text wherever there is none. */
function filled(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, name));
  if (!isObject(value)) return textFor(name);
  return Object.fromEntries(Object.entries(value).map(([member, part]) => [member, filled(part, member)]));
}

const textFor = (name: string) => (name.endsWith('url') ? 'https://example.com/' : name.replaceAll('_', ' '));

/** The object that a JSON text holds; null when it holds none. */
export function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
