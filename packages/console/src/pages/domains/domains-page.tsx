import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { domains as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';

const columns: readonly Column<Domain>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.5fr)',
    cell: ({ id, name }) => (
      <Link to="/domains/$id" params={{ id }} className={list.rowLink}>
        {name}
      </Link>
    ),
  },
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: words.columns.stream, width: '8rem', onPhone: false, cell: ({ stream }) => words.streams[stream] },
  {
    title: words.columns.records,
    width: '8rem',
    onPhone: false,
    cell: ({ records }) =>
      words.verified(records.filter(({ status }) => status === 'verified').length, records.length),
  },
  {
    title: words.columns.checked,
    width: '7rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ last_checked_at: at }) => <Time at={at} never={words.neverChecked} />,
  },
];

export function DomainsPage() {
  const { api } = useScope();
  const [isAdding, { open, close }] = useDisclosure();
  const canAdd = useHasRole('admin');
  const query = useList<Domain>({
    key: ['domains'],
    read: (cursor) => unwrap(api.GET('/domains', { params: { query: { limit: 50, cursor } } })),
  });
  const add = canAdd && <Button onClick={open}>{words.add}</Button>;
  const snippet = curlOf({
    method: 'POST',
    path: '/domains',
    body: { name: 'mail.your-domain.example' },
    docs: 'domains',
  });
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.domains}
        description={words.description}
        curl={{ path: '/domains', docs: 'domains' }}
      >
        {add}
      </PageHeader>
      <ResourceList
        label={texts.navigation.pages.domains}
        query={query}
        columns={columns}
        empty={<EmptyState title={words.none} text={words.noneText} action={add} snippet={snippet} />}
      />
      <Modal opened={isAdding} onClose={close} title={words.addTitle}>
        <AddDomain close={close} />
      </Modal>
    </>
  );
}

interface DomainValues {
  name: string;
  stream: 'transactional' | 'bulk';
  dns_mode: 'manual' | 'cloudflare';
}

function AddDomain({ close }: { readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const form = useForm<DomainValues>({
    initialValues: { name: '', stream: 'transactional', dns_mode: 'manual' },
  });
  const add = useChange({
    run: (body: DomainValues) => unwrap(api.POST('/domains', { body })),
    done: ({ id }) => void navigate({ to: '/domains/$id', params: { id } }),
    showsError: true,
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack gap="sm">
        <ErrorPanel error={add.error} />
        <TextInput
          label={words.columns.name}
          description={words.nameHint}
          placeholder="mail.example.com"
          data-autofocus
          required
          {...form.getInputProps('name')}
        />
        <Select
          label={words.columns.stream}
          description={words.streamHint}
          data={[
            { value: 'transactional', label: words.streams.transactional },
            { value: 'bulk', label: words.streams.bulk },
          ]}
          {...form.getInputProps('stream')}
        />
        <Select
          label={words.dns}
          data={[
            { value: 'manual', label: words.dnsModes.manual },
            { value: 'cloudflare', label: words.dnsModes.cloudflare },
          ]}
          {...form.getInputProps('dns_mode')}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
