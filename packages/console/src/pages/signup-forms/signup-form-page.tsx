import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { SignupForm, SignupRequest } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { signupFormTexts as words } from '../../texts/signup-forms';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { CopyValue } from '../../ui/copy';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useDeletion } from '../../ui/use-deletion';
import { useList } from '../../ui/use-list';
import { usePathId } from '../../ui/use-path-id';
import { EmbedPanel } from './embed-panel';
import { RequestFigures } from './request-figures';
import { EditSignupForm } from './signup-form-fields';
import { TopicNames } from '../topics/topic-select';

export function SignupFormPage() {
  const id = usePathId();
  const query = useRead('/signup-forms/{id}', { path: { id } });
  const { data: form } = query;
  if (form === undefined) return <PendingPage query={query} />;
  return (
    <>
      <FormHeader form={form} />
      <Stack>
        <RequestFigures formId={id} />
        <Panel title={words.details}>
          <FormFacts form={form} />
        </Panel>
        <Requests formId={id} />
        <EmbedPanel form={form} />
      </Stack>
    </>
  );
}

interface Shown {
  readonly form: SignupForm;
}

function FormFacts({ form }: Shown) {
  const names = form.fields.map((field) => words.fields.nameFields[field]);
  return (
    <Facts
      facts={[
        [words.facts.url, <CopyValue key="url" value={form.url} />],
        [words.facts.from, form.from],
        [words.facts.topics, <TopicNames key="topics" slugs={form.topics} />],
        [words.facts.names, names.length === 0 ? texts.common.none : names.join(', ')],
        [words.facts.redirect, form.redirect_url ?? texts.common.none],
        [words.facts.id, <CopyValue key="id" value={form.id} />],
      ]}
    />
  );
}

function FormHeader({ form }: Shown) {
  const canChange = useHasRole('admin');
  const [isEditing, edit] = useDisclosure();
  const { id, name, status, url } = form;
  const deletion = useDeletion({
    ...{ path: '/signup-forms/{id}', params: { id }, words, leaveTo: '/signup-forms' },
  });
  return (
    <>
      <PageHeader
        parent={{ to: '/signup-forms', label: words.title }}
        title={name}
        state={<StatusBadge status={status} />}
        menu={canChange ? [deletion] : []}
        curl={{ path: `/signup-forms/${id}`, docs: 'signup-forms#readSignupForm' }}
      >
        <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default">
          {words.open}
        </Button>
        {canChange && <Button onClick={edit.open}>{words.edit}</Button>}
      </PageHeader>
      {isEditing && <EditSignupForm form={form} close={edit.close} />}
    </>
  );
}

const requestColumns: readonly Column<SignupRequest>[] = [
  {
    title: words.requestColumns.email,
    width: 'minmax(0, 1.5fr)',
    cell: ({ email, contact_id: contact }) =>
      contact === null ? (
        email
      ) : (
        <Link to="/contacts/$id" params={{ id: contact }}>
          {email}
        </Link>
      ),
  },
  {
    title: words.requestColumns.state,
    width: '8rem',
    cell: ({ state }) => <StatusBadge status={state} tone={state === 'confirmed' ? 'good' : undefined} />,
  },
  detailColumn(words.requestColumns.topics, 'minmax(0, 1fr)', ({ topics }) => <TopicNames slugs={topics} />),
  timeColumn(words.requestColumns.created, ({ created_at: at }) => at),
  timeColumn(words.requestColumns.confirmed, ({ confirmed_at: at }) => at),
];

function Requests({ formId }: { readonly formId: string }) {
  const query = useList('/signup-forms/{id}/requests', { path: { id: formId } });
  return (
    <ResourceList
      label={words.requests}
      query={query}
      columns={requestColumns}
      empty={<EmptyState title={words.noRequests} text={words.noRequestsText} />}
    />
  );
}
