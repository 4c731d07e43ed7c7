import { Button, Group, NumberInput, Select, Stack, Table, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { Domain, DomainSending } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { sending as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { Facts, Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

const numbers = new Intl.NumberFormat('en');

/** DKIM keys, transport, warm-up and daily cap. */
export function DomainSendingPanels({ domain }: { readonly domain: Domain }) {
  const { data: sending, error } = useRead('/domains/{id}/sending', { path: { id: domain.id } });
  if (sending === undefined) return error === null ? null : <ErrorPanel error={error} />;
  return (
    <>
      <Panel title={words.keys} bare actions={domain.status === 'verified' && <Rotate sending={sending} />}>
        <DkimKeys sending={sending} />
      </Panel>
      <Panel title={words.title}>
        {sending.can_change ? (
          <SendingForm key={`${sending.transport} ${sending.daily_cap}`} sending={sending} />
        ) : (
          <SendingFacts sending={sending} />
        )}
      </Panel>
    </>
  );
}

function Rotate({
  sending: { id, key_rotation_requested_at: requestedAt },
}: {
  readonly sending: DomainSending;
}) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  if (!canChange) return null;
  if (requestedAt !== null)
    return (
      <Text size="xs" c="dimmed">
        {words.rotating}
      </Text>
    );
  return (
    <ConfirmButton
      size="compact-xs"
      title={words.rotateTitle}
      text={words.rotateText}
      action={words.rotate}
      actionColor="accent"
      run={() => unwrap(api.POST('/domains/{id}/rotate-keys', { params: { path: { id } } }))}
      message={words.rotated}
    />
  );
}

const keyTones = { active: 'good', waiting: 'warn', retired: 'plain' } as const;

function DkimKeys({ sending: { dkim_keys: keys } }: { readonly sending: DomainSending }) {
  return (
    <Table.ScrollContainer type="native" tabIndex={0} minWidth={480}>
      <Table fz="xs" aria-label={words.keys}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.selector}</Table.Th>
            <Table.Th>{words.algorithm}</Table.Th>
            <Table.Th>{words.state}</Table.Th>
            <Table.Th>{words.created}</Table.Th>
            <Table.Th>{words.signsSince}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.selector}>
              <Table.Td className="mono">{key.selector}</Table.Td>
              <Table.Td>{key.algorithm}</Table.Td>
              <Table.Td>
                <StatusBadge status={words.states[key.state]} tone={keyTones[key.state]} />
              </Table.Td>
              <Table.Td>
                <Time at={key.created_at} />
              </Table.Td>
              <Table.Td>
                <Time at={key.activated_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SendingFacts({ sending }: { readonly sending: DomainSending }) {
  const { transport, warm_up: warmUp, daily_cap: cap, recipients_today: today } = sending;
  return (
    <Facts
      facts={[
        [words.transport, transport],
        [words.warmUp, warmUp === null ? words.noWarmUp : words.day(warmUp.day)],
        [words.cap, cap === null ? words.noCap : numbers.format(cap)],
        [words.today, numbers.format(today)],
      ]}
    />
  );
}

function SendingForm({ sending }: { readonly sending: DomainSending }) {
  const { api } = useScope();
  const [transport, setTransport] = useState(sending.transport);
  const [cap, setCap] = useState<number | string>(sending.daily_cap ?? '');
  const dailyCap = cap === '' ? null : Number(cap);
  const patch = (body: { transport?: string; daily_cap?: number | null; warm_up?: 'start' | 'end' }) =>
    unwrap(api.PATCH('/domains/{id}/sending', { params: { path: { id: sending.id } }, body }));
  const change = useChange({ run: patch, message: words.saved, showsError: true });
  const { warm_up: warmUp, recipients_today: today } = sending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({
      ...(transport !== sending.transport && { transport }),
      ...(dailyCap !== sending.daily_cap && { daily_cap: dailyCap }),
    });
  };
  const isChanged = transport !== sending.transport || dailyCap !== sending.daily_cap;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="32rem">
        <ErrorPanel error={change.error} />
        <Select
          label={words.transport}
          data={sending.transports}
          value={transport}
          onChange={(value) => setTransport(value ?? transport)}
        />
        <NumberInput
          label={words.cap}
          description={words.capHint(numbers.format(today))}
          placeholder={words.noCap}
          min={0}
          allowDecimal={false}
          value={cap}
          onChange={setCap}
        />
        <Group justify="space-between">
          <Text size="sm">
            {words.warmUp}: {warmUp === null ? words.noWarmUp : words.day(warmUp.day)}
          </Text>
          <ConfirmButton
            size="compact-xs"
            title={warmUp === null ? words.startTitle : words.endTitle}
            text={warmUp === null ? words.startText : words.endText}
            action={warmUp === null ? words.start : words.end}
            actionColor="accent"
            run={() => patch({ warm_up: warmUp === null ? 'start' : 'end' })}
            message={words.saved}
          />
        </Group>
        <Button
          type="submit"
          loading={change.isPending}
          disabled={!isChanged}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.common.save}
        </Button>
      </Stack>
    </form>
  );
}
