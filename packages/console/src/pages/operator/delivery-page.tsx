import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { OperatorSource, OperatorTransport } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { deliveryTexts as words } from '../../texts/operator-delivery';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { AddSource } from './add-source';
import { SourceActions, TransportActions } from './delivery-actions';
import { FigureTable, numberText } from './figure-table';
import { OperatorPage } from './operator-page';
import { TransportForm } from './transport-form';

/** Source addresses and transports. */
export function DeliveryPage() {
  return (
    <OperatorPage title={texts.navigation.pages.delivery} description={words.description}>
      <Stack>
        <Transports />
        <Sources />
      </Stack>
    </OperatorPage>
  );
}

const refreshMs = 15_000;

function Sources() {
  const [isOpen, { open, close }] = useDisclosure();
  const query = useRead('/operator/sources', {}, { refetchInterval: refreshMs });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const actions = (
    <Button variant="default" size="xs" onClick={open}>
      {words.addSource}
    </Button>
  );
  const dialog = isOpen && <AddSource close={close} />;
  if (data.sources.length === 0)
    return (
      <Panel title={words.sources} actions={actions}>
        {dialog}
        <EmptyState title={words.noSources} text={words.noSourcesText} />
      </Panel>
    );
  const { sourceColumns: titles } = words;
  return (
    <Panel title={words.sources} actions={actions} bare>
      {dialog}
      <FigureTable
        label={words.sources}
        rows={data.sources}
        keyOf={({ address }) => address}
        columns={[
          { title: titles.address, cell: addressOf },
          { title: titles.pool, cell: ({ pool }) => pool },
          { title: titles.state, cell: ({ status }) => <StatusBadge status={status} /> },
          { title: titles.reverseDns, cell: reverseDnsOf },
          { title: titles.warmUp, cell: warmUpOf },
          { title: titles.seen, cell: ({ seen_at: at }) => <Time at={at} />, isNumber: true },
          { title: titles.actions, cell: (source) => <SourceActions source={source} /> },
        ]}
      />
    </Panel>
  );
}

function addressOf({ address, hello_name: name }: OperatorSource) {
  return (
    <>
      {address}
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </>
  );
}

const reverseDnsTones = { ok: 'good', wrong: 'bad', unchecked: 'plain' } as const;

function reverseDnsOf({ reverse_dns: state, reverse_dns_error: error }: OperatorSource) {
  return (
    <>
      <StatusBadge status={words.reverseDns[state]} tone={reverseDnsTones[state]} />
      {error !== null && <Text size="xs">{error}</Text>}
    </>
  );
}

function warmUpOf({ warm_up_today: today, warm_up_started_at: at }: OperatorSource) {
  if (today === null) return words.warm;
  return (
    <>
      {words.warmUp(numberText(today))}
      <Text size="xs" c="dimmed">
        {words.since} <Time at={at} />
      </Text>
    </>
  );
}

function Transports() {
  const [edited, edit] = useState<OperatorTransport | 'new' | null>(null);
  const query = useRead('/operator/transports', {}, { refetchInterval: refreshMs });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const { transportColumns: titles } = words;
  return (
    <Panel
      title={words.transports}
      actions={
        <Button variant="default" size="xs" onClick={() => edit('new')}>
          {words.addTransport}
        </Button>
      }
      bare
    >
      {edited !== null && (
        <TransportForm
          transport={edited === 'new' ? undefined : edited}
          kinds={data.kinds}
          names={data.transports.map(({ name }) => name)}
          close={() => edit(null)}
        />
      )}
      <FigureTable
        label={words.transports}
        rows={data.transports}
        keyOf={({ name }) => name}
        columns={[
          { title: titles.name, cell: nameOf },
          { title: titles.state, cell: stateOf },
          { title: titles.failure, cell: failureOf },
          { title: titles.fallback, cell: ({ fallback }) => fallback ?? words.noFallback },
          { title: titles.domains, cell: ({ domains }) => numberText(domains), isNumber: true },
          {
            title: titles.actions,
            cell: (transport) => <TransportActions transport={transport} edit={() => edit(transport)} />,
          },
        ]}
      />
    </Panel>
  );
}

function nameOf({ name, kind }: OperatorTransport) {
  if (name === kind) return name;
  return (
    <>
      {name}
      <Text size="xs" c="dimmed">
        {kind}
      </Text>
    </>
  );
}

const tones = { up: 'good', out: 'bad', unknown: 'plain' } as const;

function stateOf({ state, disabled_at: disabledAt }: OperatorTransport) {
  if (disabledAt !== null) return <StatusBadge status={words.disabledState} />;
  return <StatusBadge status={state} tone={tones[state]} />;
}

function failureOf({ units }: OperatorTransport) {
  if (units.length === 0) return texts.common.none;
  return units.map(({ name, reason, failed_at: at, next_attempt_at: next }) => (
    <div key={name}>
      {words.failure(name, reason)}
      <Text size="xs" c="dimmed">
        <Time at={at} />
        {next !== null && (
          <>
            {' · '}
            {words.nextAttempt} <Time at={next} />
          </>
        )}
      </Text>
    </div>
  ));
}
