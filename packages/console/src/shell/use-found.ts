import { useDebouncedValue } from '@mantine/hooks';
import { useContext } from 'react';
import type { ReadBody, ReadParams, ReadPath } from '../api/reads';
import { ScopeContext } from '../session/scope';
import { useRead } from '../session/use-read';
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

/** Objects of the organization whose name contains the text: contacts by the API's search, others among the newest 100. */
export function useFound(typed: string): { readonly found: readonly Found[]; readonly isSearching: boolean } {
  const [settled] = useDebouncedValue(typed.trim().toLowerCase(), typingMs);
  const isAsked = settled.length >= 2;
  const { groups } = palette;
  const contacts = useListed(isAsked, '/contacts', { query: { search: settled, limit: shownMax } });
  const newest = { query: { limit: 100 } } as const;
  const broadcasts = useListed(isAsked, '/broadcasts', newest);
  const automations = useListed(isAsked, '/automations', newest);
  const templates = useListed(isAsked, '/templates', newest);
  const segments = useListed(isAsked, '/segments', newest);
  const domains = useListed(isAsked, '/domains', newest);
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
  if (!isAsked) return { found: [], isSearching: false };
  return {
    found: [
      ...people,
      ...named(groups.broadcasts, '/broadcasts', broadcasts.data?.data),
      ...named(groups.automations, '/automations', automations.data?.data),
      ...named(groups.templates, '/templates', templates.data?.data),
      ...named(groups.segments, '/segments', segments.data?.data),
      ...named(groups.domains, '/domains', domains.data?.data),
    ],
    isSearching: settled !== typed.trim().toLowerCase() || reads.some(({ isFetching }) => isFetching),
  };
}

/** Nothing is read outside of an organization. */
function useListed<Path extends ReadPath>(isAsked: boolean, path: Path, params: ReadParams<Path>) {
  const enabled = useContext(ScopeContext) !== null && isAsked;
  return useRead<Path>(path, params, { enabled, staleTime }) as {
    readonly data: ReadBody<Path> | undefined;
    readonly isFetching: boolean;
  };
}
