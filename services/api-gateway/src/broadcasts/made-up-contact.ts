import type { CompiledContent, ContentContact } from '@postrider/audiences';
import type { PropertyValue } from '@postrider/contracts/contacts';
import type { TemplateVariableType } from '@postrider/contracts/templates';

/** In previews: the links of a mail belong to the mail that is sent. */
export const madeUpLinks = {
  unsubscribe_url: 'https://example.com/unsubscribe',
  preferences_url: 'https://example.com/preferences',
  view_url: 'https://example.com/view',
} as const;

const samples: Readonly<Record<Exclude<TemplateVariableType, 'string'>, PropertyValue | null>> = {
  number: 1,
  boolean: true,
  list: [],
  // None of a contact's properties is an object: content that requires one fits no contact.
  object: null,
};

/** A contact with all properties that the content requires, for previews and for checking the content. */
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
