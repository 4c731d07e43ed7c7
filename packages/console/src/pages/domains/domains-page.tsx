import { Select, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { domains as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { FormModal } from '../../ui/form-modal';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useCreateDialog } from '../../ui/use-create-dialog';
import { useFormDialog } from '../../ui/use-form-dialog';
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
  detailColumn(words.columns.stream, '8rem', ({ stream }) => words.streams[stream]),
  {
    title: words.columns.records,
    width: '8rem',
    onPhone: false,
    cell: ({ records }) =>
      words.verified(records.filter(({ status }) => status === 'verified').length, records.length),
  },
  timeColumn(words.columns.checked, ({ last_checked_at: at }) => at, words.neverChecked),
];

const createRequest = {
  method: 'POST',
  path: '/domains',
  docs: 'domains',
  body: { name: 'mail.your-domain.example' },
} as const;

export function DomainsPage() {
  const [isAdding, { open, close }] = useCreateDialog();
  const canAdd = useHasRole('admin');
  const query = useList('/domains');
  return (
    <ListPage
      title={texts.navigation.pages.domains}
      description={words.description}
      curl={{ path: '/domains', docs: 'domains' }}
      query={query}
      columns={columns}
      create={canAdd && { label: words.add, open }}
      empty={words}
      createCurl={createRequest}
      forDevelopers
    >
      <AddDomain opened={isAdding} close={close} />
    </ListPage>
  );
}

type DomainValues = Pick<Domain, 'name' | 'stream' | 'dns_mode'>;

const initialValues: DomainValues = { name: '', stream: 'transactional', dns_mode: 'manual' };

function AddDomain({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues,
    run: (body) => unwrap(api.POST('/domains', { body })),
    done: ({ id }) => void navigate({ to: '/domains/$id', params: { id } }),
  });
  return (
    <FormModal {...dialog} title={words.addTitle} action={words.add}>
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
        data={Object.entries(words.streams).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('stream')}
      />
      <Select
        label={words.dns}
        data={Object.entries(words.dnsModes).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('dns_mode')}
      />
    </FormModal>
  );
}
