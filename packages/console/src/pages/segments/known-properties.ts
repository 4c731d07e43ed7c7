import { useMemo } from 'react';
import { useRead } from '../../session/use-read';
import { showProperty } from '../contacts/property-values';

/** A property that contacts have, with values of some of them. */
export interface KnownProperty {
  readonly name: string;
  /** As a person enters them. */
  readonly examples: readonly string[];
  /** Whether contacts have several values of it, as tags: one of them can be looked for, and none is all of it. */
  readonly isList: boolean;
}

/** Of these the properties are known. */
const contactsRead = 100;
const examplesMax = 20;

/** The properties of the newest contacts, by name. */
export function useKnownProperties(): readonly KnownProperty[] {
  const { data } = useRead('/contacts', { query: { limit: contactsRead } }, { retry: false });
  return useMemo(() => {
    const values = new Map<string, Set<string>>();
    const lists = new Set<string>();
    for (const { properties } of data?.data ?? []) {
      for (const [name, value] of Object.entries(properties)) {
        const known = values.get(name) ?? new Set();
        values.set(name, known);
        if (Array.isArray(value)) lists.add(name);
        for (const each of Array.isArray(value) ? value : [value]) {
          if (each !== null && known.size < examplesMax) known.add(showProperty(each));
        }
      }
    }
    return [...values]
      .map(([name, examples]) => ({ name, examples: [...examples].sort(), isList: lists.has(name) }))
      .sort((one, other) => one.name.localeCompare(other.name));
  }, [data]);
}
