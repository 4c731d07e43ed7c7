import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { Building2, FlaskConical, Keyboard, Plus, Search } from 'lucide-react';
import { useContext, useState } from 'react';
import type { Session } from '../api/types';
import { hasRole, ScopeContext } from '../session/scope';
import { palette as words } from '../texts/palette';
import { texts } from '../texts/texts';
import { useSetMode } from './mode-switch';
import { navigationOf, settingsTabs, usePlatformNavigation } from './navigation';
import type { NavigationEntry } from './navigation-group';
import { useOpenOrganization } from './organization-switch';
import { paletteActions } from './palette-actions';
import { searchesFor, wordSearchesFor, type PaletteSearch } from './searches';
import { useFound } from './use-found';

export const openPalette = () => spotlight.open();

/** Finds pages and objects, and begins what the user may do. */
export function CommandPalette({
  session,
  showKeys,
}: {
  readonly session: Session;
  readonly showKeys: () => void;
}) {
  const [query, setQuery] = useState('');
  const { found, isSearching } = useFound(query);
  const pages = usePages(session);
  const actions = useActions(session, showKeys);
  const navigate = useNavigate();
  const searchOf = ({ label, to, search }: PaletteSearch): SpotlightActionData => ({
    id: `search ${label}`,
    label,
    leftSection: <Search size={16} />,
    onClick: () => void navigate({ to, search }),
  });
  const matching = (items: readonly SpotlightActionData[]) =>
    items.filter(({ label = '' }) => hasWords(label, query));
  const objects = found.map(({ group, id, label, description, to }) => ({
    group,
    action: {
      ...{ id, label, onClick: () => void navigate({ to }) },
      ...(description === undefined ? {} : { description }),
    },
  }));
  const objectGroups = Map.groupBy(objects, ({ group }) => group);
  const groups: SpotlightActionGroupData[] = [
    { group: words.groups.searches, actions: searchesFor(query).map(searchOf) },
    { group: words.groups.actions, actions: matching(actions) },
    { group: words.groups.pages, actions: matching(pages) },
    ...[...objectGroups].map(([group, each]) => ({ group, actions: each.map(({ action }) => action) })),
    { group: words.groups.others, actions: wordSearchesFor(query).map(searchOf) },
  ];
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      // They are chosen above.
      filter={(_query, chosen) => chosen}
      // The shell listens to it: this module is loaded with the first opening.
      shortcut={null}
      nothingFound={isSearching ? words.searching : words.nothing}
      limit={40}
      scrollable
      maxHeight="70vh"
      attributes={{ content: { 'aria-label': texts.palette.open } }}
      searchProps={{ placeholder: words.placeholder, 'aria-label': words.placeholder }}
    />
  );
}

/** Whether words of the label begin with the words that were typed. */
function hasWords(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((each) => words.some((word) => word.startsWith(each)));
}

function usePages({ user: { is_operator: isOperator } }: Session): readonly SpotlightActionData[] {
  const scope = useContext(ScopeContext);
  const navigate = useNavigate();
  const platform = usePlatformNavigation(isOperator).flatMap(({ entries }) => entries);
  const own =
    scope === null
      ? []
      : [
          ...navigationOf({ isOperator: false, organization: scope.organization }).flatMap(
            ({ entries }) => entries,
          ),
          // The first is the entry of the settings.
          ...settingsTabs(scope.organization).slice(1),
        ];
  const pageOf = ({ path, label, icon: Icon }: NavigationEntry): SpotlightActionData => ({
    ...{ id: path, label, leftSection: <Icon size={16} />, onClick: () => void navigate({ to: path }) },
  });
  return [
    ...own.map(pageOf),
    ...platform.map((entry) => ({ ...pageOf(entry), description: words.groups.platform })),
  ];
}

function useActions(session: Session, showKeys: () => void): readonly SpotlightActionData[] {
  const scope = useContext(ScopeContext);
  const navigate = useNavigate();
  const setMode = useSetMode();
  const openOrganization = useOpenOrganization();
  const keys = {
    ...{ id: 'keys', label: words.actions.showKeys, leftSection: <Keyboard size={16} />, onClick: showKeys },
  };
  if (scope === null) return [keys];
  const { organization, mode } = scope;
  const begun = paletteActions
    .filter(({ role }) => hasRole(organization, role))
    .map(({ label, to, search }) => ({
      ...{ id: `action ${label}`, label, leftSection: <Plus size={16} /> },
      onClick: () => void navigate({ to, search }),
    }));
  const others = session.organizations
    .filter(({ organization_id: id }) => id !== organization.organization_id)
    .map(({ slug, name }) => ({
      id: `organization ${slug}`,
      label: words.openOrganization(name),
      leftSection: <Building2 size={16} />,
      onClick: () => openOrganization(slug),
    }));
  const other = mode === 'live' ? 'test' : 'live';
  return [
    ...begun,
    {
      id: 'mode',
      label: words.switchMode[other],
      leftSection: <FlaskConical size={16} />,
      onClick: () => setMode(other),
    },
    ...others,
    keys,
  ];
}
