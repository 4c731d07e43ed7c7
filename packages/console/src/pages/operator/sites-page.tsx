import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorSite } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { siteTexts as words } from '../../texts/operator-sites';
import { texts } from '../../texts/texts';
import { StatusBadge, type Tone } from '../../ui/badge';
import { EmptyList } from '../../ui/empty-list';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { FigureTable, numberText, type TableColumn } from './figure-table';
import { OperatorPage } from './operator-page';
import { ResumeSite, SuspendSite, type ChosenSite } from './site-actions';

const names = ['search', 'state'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'search', label: words.filters.search },
  { name: 'state', label: words.filters.state, options: ['throttled'] },
];

/** Destinations with their limits and suspensions. */
export function SitesPage() {
  return (
    <OperatorPage title={texts.navigation.pages.sites} description={words.description}>
      <Sites />
    </OperatorPage>
  );
}

const refreshMs = 15_000;

function Sites() {
  const [filters, change] = useFilters(names);
  const [chosen, choose] = useState<ChosenSite | null>(null);
  const state = filters.state === 'throttled' ? filters.state : undefined;
  const query = useRead(
    '/operator/sites',
    { query: { state, search: filters.search } },
    { refetchInterval: refreshMs },
  );
  const { data } = query;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <FilterBar filters={filterList} values={filters} change={change} />
        <Button c="var(--bad)" variant="default" onClick={() => choose({ site: '', source: '' })}>
          {words.suspendOther}
        </Button>
      </Group>
      {data === undefined && <PendingPage query={query} />}
      {data?.redis_answers === false && (
        <Alert color="yellow" title={words.noRedis}>
          {words.noRedisText}
        </Alert>
      )}
      {data?.cut && <Text size="sm">{words.cut}</Text>}
      {data?.sites.length === 0 && (
        <EmptyList filters={{ values: filters, change }} title={words.none} text={words.noneText} />
      )}
      {data && data.sites.length > 0 && (
        <Panel bare>
          <FigureTable
            label={texts.navigation.pages.sites}
            rows={data.sites}
            keyOf={({ site, source }) => `${site} from ${source}`}
            columns={[...columns, { title: words.columns.actions, cell: actionsOf(choose) }]}
          />
        </Panel>
      )}
      {chosen !== null && <SuspendSite chosen={chosen} close={() => choose(null)} />}
    </Stack>
  );
}

const tones: Readonly<Record<OperatorSite['state'], Tone>> = {
  suspended: 'bad',
  limited: 'warn',
  recovering: 'active',
  normal: 'good',
};

const columns: readonly TableColumn<OperatorSite>[] = [
  {
    title: words.columns.site,
    cell: ({ site, source }) => (
      <>
        {site}
        {source !== null && (
          <Text size="xs" c="dimmed">
            {words.from(source)}
          </Text>
        )}
      </>
    ),
  },
  {
    title: words.columns.state,
    cell: ({ state }) => <StatusBadge status={words.states[state]} tone={tones[state]} />,
  },
  { title: words.columns.until, cell: untilOf },
  { title: words.columns.reason, cell: reasonOf },
  {
    title: words.columns.connections,
    cell: (site) =>
      `${numberText(site.connections)} / ${limitText(site.connections_max, site.normal_connections_max)}`,
    isNumber: true,
  },
  {
    title: words.columns.rate,
    cell: (site) =>
      site.connections_max === null
        ? texts.common.none
        : limitText(site.messages_per_second_max, site.normal_messages_per_second_max, words.unlimited),
    isNumber: true,
  },
  { title: words.columns.used, cell: ({ used_at: at }) => <Time at={at} />, isNumber: true },
];

function untilOf({ state, ...site }: OperatorSite) {
  if (state === 'suspended') return <Time at={site.suspended_until} never={words.untilResumed} />;
  if (state === 'limited') return <Time at={site.limited_until} />;
  return <Time at={site.recovered_at} />;
}

function reasonOf({ reason, operator, rule }: OperatorSite): string {
  if (reason === null) return texts.common.none;
  if (operator !== null) return words.byOperator(operator, reason);
  return rule === null ? reason : words.byRule(rule, reason);
}

/** The present limit, with the normal one where it differs. */
function limitText(present: number | null, normal: number | null, unlimited = texts.common.none): string {
  const [now, usual] = [present, normal].map((value) => (value === null ? unlimited : rateText(value)));
  return now === usual ? `${now}` : words.ofNormal(`${now}`, `${usual}`);
}

const rateText = (value: number): string => numberText(Math.round(value * 100) / 100);

function actionsOf(choose: (chosen: ChosenSite) => void) {
  return function Actions({ site, source, state, reason }: OperatorSite) {
    return (
      <Group gap="xs" wrap="nowrap">
        {(state !== 'normal' || reason !== null) && <ResumeSite site={site} source={source} />}
        {state !== 'suspended' && (
          <Button
            c="var(--bad)"
            variant="default"
            size="compact-sm"
            onClick={() => choose({ site, source: source ?? '' })}
          >
            {words.suspend}
          </Button>
        )}
      </Group>
    );
  };
}
