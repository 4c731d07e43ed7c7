import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { Building2, FlaskConical, Search } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '../session/scope';
import { texts } from '../texts/texts';
import { useSetMode } from './mode-switch';
import { useNavigationOf } from './navigation';
import { useOpenOrganization } from './organization-switch';
import { searchesFor } from './searches';

export const openPalette = () => spotlight.open();

/** Pages, organizations, the mode, and a search for what was typed. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const actions = useCommands();
  const searches = searchesFor(query).map(({ label, to, search }): SpotlightActionData => ({
    id: `search ${label}`,
    label,
    // Always shown: Spotlight filters by these words.
    keywords: query,
    leftSection: <Search size={16} />,
    onClick: () => void navigate({ to, search }),
  }));
  return (
    <Spotlight
      actions={[...searches, ...actions]}
      query={query}
      onQueryChange={setQuery}
      // The shell listens to it: this module is loaded with the first opening.
      shortcut={null}
      nothingFound={texts.palette.nothing}
      limit={12}
      attributes={{ content: { 'aria-label': texts.palette.open } }}
      searchProps={{ placeholder: texts.palette.placeholder, 'aria-label': texts.palette.placeholder }}
    />
  );
}

function useCommands(): SpotlightActionData[] {
  const { session, organization, mode } = useScope();
  const navigate = useNavigate();
  const setMode = useSetMode();
  const openOrganization = useOpenOrganization();
  const pages = useNavigationOf({ isOperator: session.user.is_operator, organization })
    .flatMap(({ entries }) => entries)
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      leftSection: <Icon size={16} />,
      onClick: () => void navigate({ to: path }),
    }));
  const others = session.organizations
    .filter(({ organization_id: id }) => id !== organization.organization_id)
    .map(({ slug, name }) => ({
      id: `organization ${slug}`,
      label: texts.palette.openOrganization(name),
      leftSection: <Building2 size={16} />,
      onClick: () => openOrganization(slug),
    }));
  const other = mode === 'live' ? 'test' : 'live';
  return [
    ...pages,
    {
      id: 'mode',
      label: texts.palette.switchMode[other],
      leftSection: <FlaskConical size={16} />,
      onClick: () => setMode(other),
    },
    ...others,
  ];
}
