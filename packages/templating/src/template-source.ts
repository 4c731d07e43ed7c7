import type { TemplateVariable } from '@postrider/contracts';

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
