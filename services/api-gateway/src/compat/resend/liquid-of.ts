import { z } from 'zod';

/** `{{{NAME}}}` and `{{{NAME|fallback}}}`. */
const placeholder = /\{\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}\}/g;
/** What Liquid can name. */
const identifier = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** Names that their broadcasts have, with ours. */
const ofContacts: Readonly<Record<string, string>> = {
  FIRST_NAME: 'contact.first_name',
  LAST_NAME: 'contact.last_name',
  EMAIL: 'contact.email',
  UNSUBSCRIBE_URL: 'unsubscribe_url',
  RESEND_UNSUBSCRIBE_URL: 'unsubscribe_url',
  'contact.first_name': 'contact.first_name',
  'contact.last_name': 'contact.last_name',
  'contact.email': 'contact.email',
};

/** A text of theirs with our Liquid in the place of `{{{NAME|fallback}}}`. */
export function liquidOf(names: 'variable' | 'contact'): z.ZodType<string, string> {
  return z.string().transform((text, context) =>
    text.replace(placeholder, (written: string, name: string, fallback?: string) => {
      const ours = names === 'variable' ? name : contactName(name);
      const quote = fallback?.includes('"') ? "'" : '"';
      if (ours === undefined || !identifier.test(ours) || fallback?.includes(quote)) {
        context.addIssue({ code: 'custom', message: refusalOf(written, names) });
        return written;
      }
      return fallback === undefined
        ? `{{ ${ours} }}`
        : `{{ ${ours} | default: ${quote}${fallback.trim()}${quote} }}`;
    }),
  );
}

function contactName(name: string): string | undefined {
  const [object, property, ...rest] = name.split('.');
  if (object === 'contact' && property !== undefined && rest.length === 0)
    return ofContacts[name] ?? `contact.properties.${property}`;
  return ofContacts[name];
}

function refusalOf(written: string, names: 'variable' | 'contact'): string {
  const example =
    names === 'variable' ? '{{ NAME | default: "x" }}' : '{{ contact.properties.name | default: "x" }}';
  return `${written.slice(0, 60)} cannot be translated: write Liquid, such as ${example}`;
}
