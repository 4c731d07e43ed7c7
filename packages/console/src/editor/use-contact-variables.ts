import { useMemo } from 'react';
import { useRead } from '../session/use-read';
import { editorTexts } from '../texts/editor';
import type { EditorVariable } from './document-types';

const { variable: words } = editorTexts;

/** Of these the properties are known. */
const contactsRead = 100;
const named = /^[A-Za-z_]\w{0,70}$/;

/** What broadcasts know of a contact: its names and address, and the properties of the newest contacts, with the value of one of them. */
export function useContactVariables(): readonly EditorVariable[] {
  const { data } = useRead('/contacts', { query: { limit: contactsRead } }, { retry: false });
  return useMemo(() => {
    const contacts = data?.data ?? [];
    const first = (value: (contact: (typeof contacts)[number]) => unknown): string => {
      const found = contacts.map(value).find((each) => each !== null && each !== undefined && each !== '');
      return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
        ? String(found)
        : '';
    };
    const own: EditorVariable[] = (['first_name', 'last_name', 'email'] as const).map((field) => ({
      name: `contact.${field}`,
      label: words.names[`contact.${field}`] ?? field,
      example: first((contact) => contact[field]),
    }));
    const keys = new Set(contacts.flatMap(({ properties }) => Object.keys(properties)));
    const ofProperties = [...keys]
      // The template language reads no others by a path.
      .filter((key) => named.test(key))
      .sort()
      .map((key) => ({
        name: `contact.properties.${key}`,
        label: words.property(key),
        example: first(({ properties }) => properties[key]),
      }));
    return [...own, ...ofProperties];
  }, [data]);
}
