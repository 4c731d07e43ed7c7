import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { DomainDmarcPolicy } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { dmarcPolicy as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { Facts, Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';

/** The policy of the domain's DMARC record, and the next step towards `reject`. */
export function DmarcPolicyPanel({ domainId }: { readonly domainId: string }) {
  const canChange = useHasRole('admin');
  const { data: dmarc, error } = useRead('/domains/{id}/dmarc-policy', { path: { id: domainId } });
  if (dmarc === undefined) return error === null ? null : <ErrorPanel error={error} />;
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Facts
          facts={[
            [words.chosen, dmarc.policy === null ? words.notChosen : words.name(dmarc.policy, dmarc.testing)],
            [
              words.published,
              dmarc.published_policy === null
                ? words.notPublished
                : words.name(dmarc.published_policy, dmarc.published_testing),
            ],
            [words.reports, words.figures(dmarc)],
          ]}
        />
        <Text size="sm">{words.steps[dmarc.next_step](dmarc)}</Text>
        {canChange && <PolicyForm key={`${dmarc.policy} ${dmarc.testing}`} dmarc={dmarc} />}
      </Stack>
    </Panel>
  );
}

function PolicyForm({ dmarc }: { readonly dmarc: DomainDmarcPolicy }) {
  const { api } = useScope();
  const saved = dmarc.policy === null ? '' : words.name(dmarc.policy, dmarc.testing);
  const [value, setValue] = useState(saved);
  const chosen = words.settings.find(({ policy, testing }) => words.name(policy, testing) === value);
  const params = { path: { id: dmarc.id } };
  const save = useChange({
    run: async () => {
      const body = { policy: chosen?.policy ?? null, testing: chosen?.testing ?? false };
      await unwrap(api.PUT('/domains/{id}/dmarc-policy', { params, body }));
      // The expected record of the list above has the new policy then.
      await unwrap(api.POST('/domains/{id}/verify', { params }));
    },
    message: words.saved,
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="32rem">
        <ErrorPanel error={save.error} />
        <Group align="flex-end">
          <Select
            flex={1}
            label={words.policy}
            data={[
              { value: '', label: words.notChosen },
              ...words.settings.map(({ policy, testing, label }) => ({
                value: words.name(policy, testing),
                label,
              })),
            ]}
            description={chosen?.testing === true ? words.testingHint : undefined}
            allowDeselect={false}
            value={value}
            onChange={(next) => setValue(next ?? '')}
          />
          <Button type="submit" loading={save.isPending} disabled={value === saved}>
            {texts.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
