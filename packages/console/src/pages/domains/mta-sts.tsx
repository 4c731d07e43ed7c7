import { Anchor, Button, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { DomainMtaSts } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { mtaSts as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { CodeBlock } from '../../ui/copy';
import { ErrorPanel } from '../../ui/error-panel';
import { Facts, Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';

type Mode = NonNullable<DomainMtaSts['mode']>;

/** The MTA-STS policy that Postrider serves for the domain. */
export function MtaStsPanel({ domainId }: { readonly domainId: string }) {
  const canChange = useHasRole('admin');
  const { data: policy, error } = useRead('/domains/{id}/mta-sts', { path: { id: domainId } });
  if (policy === undefined) return error === null ? null : <ErrorPanel error={error} />;
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Text size="sm">{words.about}</Text>
        <Facts
          facts={[
            [words.mode, policy.mode ?? words.off],
            [words.found, policy.found_mail_servers.join(', ') || words.notFound],
          ]}
        />
        {policy.policy !== null && (
          <>
            <CodeBlock code={policy.policy} label={words.title} />
            <Text size="sm">
              {words.address}:{' '}
              <Anchor href={policy.url} target="_blank" rel="noreferrer">
                {policy.url}
              </Anchor>
            </Text>
            <Text size="sm">{words.records}</Text>
          </>
        )}
        {canChange && <PolicyForm key={`${policy.mode} ${policy.mail_servers.join()}`} policy={policy} />}
      </Stack>
    </Panel>
  );
}

function PolicyForm({ policy }: { readonly policy: DomainMtaSts }) {
  const { api } = useScope();
  const [mode, setMode] = useState<Mode | ''>(policy.mode ?? '');
  // What DNS has may change while the form is open.
  const [given, setServers] = useState<string[] | null>(null);
  const servers = given ?? (policy.mode === null ? policy.found_mail_servers : policy.mail_servers);
  const params = { path: { id: policy.id } };
  const save = useChange({
    run: async () => {
      const body = { mode: mode === '' ? null : mode, mail_servers: mode === '' ? [] : servers };
      await unwrap(api.PUT('/domains/{id}/mta-sts', { params, body }));
      // The list above has the records of the policy then.
      await unwrap(api.POST('/domains/{id}/verify', { params }));
    },
    message: words.saved,
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isChanged =
    mode !== (policy.mode ?? '') || (mode !== '' && servers.join() !== policy.mail_servers.join());
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="32rem">
        <ErrorPanel error={save.error} />
        <Select
          label={words.mode}
          description={words.hints[mode]}
          data={[
            { value: '', label: words.off },
            ...words.modes.map((value) => ({ value, label: words.explained[value] })),
          ]}
          allowDeselect={false}
          value={mode}
          onChange={(value) => setMode(words.modes.find((each) => each === value) ?? '')}
        />
        {mode !== '' && (
          <TagsInput
            label={words.servers}
            description={words.serversHint}
            value={servers}
            onChange={setServers}
          />
        )}
        <Button
          type="submit"
          loading={save.isPending}
          disabled={!isChanged}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.common.save}
        </Button>
      </Stack>
    </form>
  );
}
