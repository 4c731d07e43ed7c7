import type { CompiledContent, ContentContact } from '@postrider/audiences';
import type { PropertyValue, TemplateVariableType } from '@postrider/contracts';

/** In previews: the links of a mail belong to the mail that is sent. */
export const madeUpLinks = {
  unsubscribe_url: 'https://example.com/unsubscribe',
  preferences_url: 'https://example.com/preferences',
} as const;

const samples: Readonly<Record<Exclude<TemplateVariableType, 'string'>, PropertyValue | null>> = {
  number: 1,
  boolean: true,
  list: [],
  // None of a contact's properties is an object: who requires one finds nobody.
  object: null,
};

/** Somebody who has what the content requires; for previews, and to see whether anything can come of it. */
export function madeUpContact({ variables }: Pick<CompiledContent, 'variables'>): ContentContact {
  const required = variables.filter((variable) => variable.required);
  return {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    properties: Object.fromEntries(
      required.map(({ key, type }) => [key, type === 'string' ? key : samples[type]]),
    ),
  };
}
