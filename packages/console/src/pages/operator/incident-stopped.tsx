import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { OperatorOrganizationSummary, OperatorSite, OperatorTransport } from '../../api/types';
import { personalApi } from '../../session/session';
import { PendingPage } from '../../shell/pending-page';
import { incidentTexts as words } from '../../texts/operator-incident';
import { siteTexts } from '../../texts/operator-sites';
import { texts } from '../../texts/texts';
import { waitingNames } from '../../texts/waiting';
import { StatusBadge, type Tone } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import { FigureTable } from './figure-table';

interface StoppedRow {
  readonly kind: keyof typeof words.kinds;
  readonly name: string;
  readonly to: string;
  readonly search?: string;
  readonly state: string;
  readonly tone: Tone;
  readonly reason: string | null;
  /** Null: until it is resumed. */
  readonly until: string | null;
}

const refreshMs = 30_000;
const organizationsMax = 20;

/** Suspensions and pauses in force, each with its page. */
export function Stopped() {
  const query = useQuery({
    queryKey: ['operator', 'stopped'],
    queryFn: readStopped,
    refetchInterval: refreshMs,
  });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const { stoppedColumns: titles } = words;
  return (
    <Panel title={words.stopped} bare={data.rows.length > 0}>
      {!data.redisAnswers && (
        <Text size="sm" p={data.rows.length > 0 ? 'md' : 0}>
          {words.noRedis}
        </Text>
      )}
      {data.rows.length === 0 ? (
        <Text size="sm">{words.stoppedNone}</Text>
      ) : (
        <FigureTable
          label={words.stopped}
          rows={data.rows}
          keyOf={({ kind, name, state, to }) => `${kind} ${name} ${state} ${to}`}
          columns={[
            { title: titles.what, cell: ({ kind }) => words.kinds[kind] },
            { title: titles.name, cell: nameOf },
            { title: titles.state, cell: ({ state, tone }) => <StatusBadge status={state} tone={tone} /> },
            { title: titles.reason, cell: ({ reason }) => reason ?? texts.common.none },
            {
              title: titles.until,
              cell: ({ until }) => <Time at={until} never={words.untilResumed} />,
              isNumber: true,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function nameOf({ name, to, search }: StoppedRow) {
  return (
    <Anchor
      component={Link}
      to={to}
      {...(search !== undefined && { search: searchOf({ search }) })}
      size="sm"
    >
      {name}
    </Anchor>
  );
}

async function readStopped(): Promise<{
  readonly rows: readonly StoppedRow[];
  readonly redisAnswers: boolean;
}> {
  const organizationsIn = (state: 'paused' | 'under_review') =>
    unwrap(
      personalApi.GET('/operator/organizations', { params: { query: { state, limit: organizationsMax } } }),
    );
  const sites = await unwrap(
    personalApi.GET('/operator/sites', { params: { query: { state: 'throttled' } } }),
  );
  const { transports } = await unwrap(personalApi.GET('/operator/transports'));
  const paused = await organizationsIn('paused');
  const reviewed = await organizationsIn('under_review');
  return {
    rows: [
      ...sites.sites.map(siteRow),
      ...transports.flatMap(transportRow),
      ...paused.data.map((each) => organizationRow(each, waitingNames.sending_paused)),
      ...reviewed.data.map((each) => organizationRow(each, waitingNames.review)),
    ],
    redisAnswers: sites.redis_answers,
  };
}

function siteRow({ site, source, state, reason, ...row }: OperatorSite): StoppedRow {
  return {
    ...{ kind: 'site', name: source === null ? site : `${site} (${source})`, to: '/operator/sites' },
    ...{ search: site, state: siteTexts.states[state], tone: state === 'suspended' ? 'bad' : 'warn', reason },
    until:
      state === 'suspended'
        ? row.suspended_until
        : state === 'limited'
          ? row.limited_until
          : row.recovered_at,
  };
}

function transportRow({ name, state, units, disabled_at: disabledAt }: OperatorTransport): StoppedRow[] {
  const base = { kind: 'transport', name, to: '/operator/delivery', tone: 'bad' } as const;
  const out = units.find((unit) => unit.state === 'out');
  return [
    ...(disabledAt === null ? [] : [{ ...base, state: words.disabled, reason: null, until: null }]),
    ...(state === 'out'
      ? [{ ...base, state, reason: out?.reason ?? null, until: out?.next_attempt_at ?? null }]
      : []),
  ];
}

function organizationRow({ id, name }: OperatorOrganizationSummary, state: string): StoppedRow {
  return {
    ...{ kind: 'organization', name, to: `/operator/organizations/${id}`, state },
    ...{ tone: 'warn', reason: null, until: null },
  };
}
