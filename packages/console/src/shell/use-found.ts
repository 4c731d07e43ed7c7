import { useDebouncedValue } from '@mantine/hooks';
import { useContext } from 'react';
import { ScopeContext } from '../session/scope';
import { useAll, useRead } from '../session/use-read';
import { palette } from '../texts/palette';

interface Found {
  readonly group: string;
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly to: string;
}

/** How long after the last key the API is asked. */
const typingMs = 200;
const shownMax = 5;
const staleTime = 30_000;

/** Objects of the organization whose name contains the text: contacts by the API's search, others by their lists. */
export function useFound(typed: string): { readonly found: readonly Found[]; readonly isSearching: boolean } {
  const [settled] = useDebouncedValue(typed.trim().toLowerCase(), typingMs);
  // Nothing is read outside of an organization.
  const enabled = useContext(ScopeContext) !== null && settled.length >= 2;
  const { groups } = palette;
  const options = { enabled, staleTime };
  const contacts = useRead('/contacts', { query: { search: settled, limit: shownMax } }, options);
  const broadcasts = useAll('/broadcasts', options);
  const automations = useAll('/automations', options);
  const templates = useAll('/templates', options);
  const segments = useAll('/segments', options);
  const domains = useAll('/domains', options);
  const named = <Item extends { readonly id: string; readonly name: string }>(
    group: string,
    to: string,
    items: readonly Item[] = [],
  ): readonly Found[] =>
    items
      .filter(({ name }) => name.toLowerCase().includes(settled))
      .slice(0, shownMax)
      .map((item) => ({ group, id: item.id, label: item.name, to: `${to}/${item.id}` }));
  const people = (contacts.data?.data ?? []).map(({ id, email, first_name: first, last_name: last }) => {
    const name = [first, last].filter((each) => each !== null && each !== '').join(' ');
    return {
      ...{ group: groups.contacts, id, to: `/contacts/${id}` },
      ...(name === '' ? { label: email } : { label: name, description: email }),
    };
  });
  const reads = [contacts, broadcasts, automations, templates, segments, domains];
  if (!enabled) return { found: [], isSearching: false };
  return {
    found: [
      ...people,
      ...named(groups.broadcasts, '/broadcasts', broadcasts.data),
      ...named(groups.automations, '/automations', automations.data),
      ...named(groups.templates, '/templates', templates.data),
      ...named(groups.segments, '/segments', segments.data),
      ...named(groups.domains, '/domains', domains.data),
    ],
    isSearching: settled !== typed.trim().toLowerCase() || reads.some(({ isFetching }) => isFetching),
  };
}
