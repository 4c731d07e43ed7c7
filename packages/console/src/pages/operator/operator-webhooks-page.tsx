import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { OperatorWebhook } from '../../api/types';
import { personalApi } from '../../session/session';
import { resourceTexts as words } from '../../texts/operator-resources';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn } from '../../ui/columns';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFormDialog } from '../../ui/use-form-dialog';
import { OperatorListPage } from './operator-list-page';

const filters = [
  { name: 'organization', label: words.filters.organization },
  { name: 'state', label: words.filters.state, options: ['dead'] },
] as const;

/** Webhook endpoints of all organizations: those that fail or are disabled, and what operators do about them. */
export function OperatorWebhooksPage() {
  return (
    <OperatorListPage
      path="/operator/webhooks"
      title={texts.navigation.pages.operatorWebhooks}
      description={words.webhooks}
      filters={filters}
      columns={columns}
      empty={{ none: words.noWebhooks, noneText: words.noWebhooksText }}
    />
  );
}

const columns: readonly Column<OperatorWebhook>[] = [
  { title: words.webhookColumns.url, width: 'minmax(0, 1.6fr)', cell: ({ url }) => url },
  detailColumn(words.webhookColumns.organization, '9rem', ({ organization }) => organization),
  detailColumn(words.webhookColumns.status, '7rem', ({ status, failing_since: failing }) => (
    <StatusBadge
      status={failing !== null && status === 'enabled' ? 'failing' : status}
      tone={failing !== null ? 'bad' : undefined}
    />
  )),
  detailColumn(words.webhookColumns.failing, '7.5rem', ({ failing_since: at }) => <Time at={at} />),
  {
    title: words.webhookColumns.actions,
    width: '11rem',
    alignEnd: true,
    cell: (webhook) =>
      webhook.status === 'disabled' ? (
        <Enable webhook={webhook} />
      ) : (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Replay webhook={webhook} />
          <Disable webhook={webhook} />
        </Group>
      ),
  },
];

interface Props {
  readonly webhook: OperatorWebhook;
}

function Enable({ webhook: { id, url } }: Props) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.enableTitle(url)}
      text={words.enableText}
      action={words.enable}
      actionColor="accent"
      run={() => unwrap(personalApi.POST('/operator/webhooks/{id}/enable', { params: { path: { id } } }))}
      message={words.enabled}
    />
  );
}

function Disable({ webhook: { id, url } }: Props) {
  const { form, dialog, open } = useFormDialog({
    initialValues: { reason: '' },
    run: ({ reason }) =>
      unwrap(
        personalApi.POST('/operator/webhooks/{id}/disable', { params: { path: { id } }, body: { reason } }),
      ),
    message: words.disabled,
  });
  return (
    <>
      <Button c="var(--bad)" size="compact-sm" variant="default" onClick={open}>
        {words.disable}
      </Button>
      <FormModal {...dialog} title={words.disableTitle(url)} action={words.disable} actionColor="red">
        <Text size="sm">{words.disableText}</Text>
        <TextInput label={words.disableReason} required maxLength={200} {...form.getInputProps('reason')} />
      </FormModal>
    </>
  );
}

const hourMs = 3_600_000;
const periods = Object.entries(words.periods).map(([value, label]) => ({ value, label }));

function Replay({ webhook: { id, url } }: Props) {
  const { form, dialog, open } = useFormDialog({
    initialValues: { hours: '1' },
    run: ({ hours }) => {
      const since = new Date(Date.now() - Number(hours) * hourMs).toISOString();
      const params = { path: { id } };
      return unwrap(personalApi.POST('/operator/webhooks/{id}/replay', { params, body: { since } }));
    },
    message: words.replaying,
  });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        {words.replay}
      </Button>
      <FormModal {...dialog} title={words.replayTitle(url)} action={words.replay}>
        <Text size="sm">{words.replayText}</Text>
        <Select label={words.since} data={periods} allowDeselect={false} {...form.getInputProps('hours')} />
      </FormModal>
    </>
  );
}
