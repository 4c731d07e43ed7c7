import { Button, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { inbound as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';

type Mode = Domain['inbound']['mode'];

/** Which emails the domain receives. */
export function InboundForm({ domain }: { readonly domain: Domain }) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const [mode, setMode] = useState<Mode>(domain.inbound.mode);
  const [addresses, setAddresses] = useState<string[]>([...domain.inbound.addresses]);
  const save = useChange({
    run: () =>
      unwrap(
        api.PATCH('/domains/{id}', {
          params: { path: { id: domain.id } },
          body: { inbound: { mode, ...(mode === 'addresses' && { addresses }) } },
        }),
      ),
    message: words.saved,
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isChanged = mode !== domain.inbound.mode || addresses.join() !== domain.inbound.addresses.join();
  return (
    <Panel title={words.title}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw="32rem">
          <ErrorPanel error={save.error} />
          <Select
            label={words.mode}
            description={words.explained[mode]}
            disabled={!canChange}
            data={(['replies', 'addresses', 'catch_all'] as const).map((value) => ({
              value,
              label: words.modes[value],
            }))}
            value={mode}
            onChange={(value) => setMode(value ?? 'replies')}
          />
          {mode === 'addresses' && (
            <TagsInput
              label={words.addresses}
              description={words.addressesHint(domain.name)}
              disabled={!canChange}
              value={addresses}
              onChange={setAddresses}
            />
          )}
          {mode !== 'replies' && (
            <Text size="xs" c="dimmed">
              {words.record}
            </Text>
          )}
          {canChange && (
            <Button
              type="submit"
              loading={save.isPending}
              disabled={!isChanged}
              style={{ alignSelf: 'flex-start' }}
            >
              {texts.common.save}
            </Button>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
