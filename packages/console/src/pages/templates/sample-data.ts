import type { TemplateVariable } from '../../api/types';

const stored = (templateId: string) => `postrider-sample-data-${templateId}`;

/** Sample data of a template: what was entered last in this browser, else a value for each variable. */
export function initialSample(templateId: string, variables: readonly TemplateVariable[]): string {
  return localStorage.getItem(stored(templateId)) ?? JSON.stringify(sampleOf(variables), null, 2);
}

export function keepSample(templateId: string, sample: string): void {
  localStorage.setItem(stored(templateId), sample);
}

function sampleOf(variables: readonly TemplateVariable[]): Record<string, unknown> {
  return Object.fromEntries(variables.map((variable) => [variable.key, exampleOf(variable)]));
}

function exampleOf({ key, type, fallback }: TemplateVariable): unknown {
  if (fallback !== undefined) return fallback;
  switch (type) {
    case 'string':
      return key.endsWith('url') ? 'https://example.com/' : key.replaceAll('_', ' ');
    case 'number':
      return 42;
    case 'boolean':
      return true;
    case 'list':
      return [{ name: 'First', title: 'First', text: 'Text', price: '10.00', url: 'https://example.com/' }];
    case 'object':
      return { name: 'Name' };
  }
}

/** The object that a JSON text holds; null when it holds none. */
export function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
