import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SignupForm } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { signupFormTexts as words } from '../../texts/signup-forms';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { TopicNames } from '../topics/topic-select';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { CreateSignupForm } from './signup-form-fields';

const columns: readonly Column<SignupForm>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.5fr)',
    cell: ({ id, name }) => (
      <Link to="/signup-forms/$id" params={{ id }} className={list.rowLink}>
        {name}
      </Link>
    ),
  },
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  detailColumn(words.columns.topics, 'minmax(0, 1fr)', ({ topics }) => <TopicNames slugs={topics} />),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

const createRequest = {
  method: 'POST',
  path: '/signup-forms',
  docs: 'signup-forms',
  body: { name: 'Website', from: 'News <news@example.com>', topics: ['news'] },
} as const;

export function SignupFormsPage() {
  const navigate = useNavigate();
  const canChange = useHasRole('admin');
  const [isCreating, { open, close }] = useDisclosure();
  const query = useList('/signup-forms');
  return (
    <ListPage
      title={words.title}
      description={words.description}
      curl={{ path: '/signup-forms', docs: 'signup-forms' }}
      query={query}
      columns={columns}
      create={canChange && { label: words.create, open }}
      empty={words}
      createCurl={createRequest}
    >
      {isCreating && (
        <CreateSignupForm
          close={close}
          created={({ id }) => void navigate({ to: '/signup-forms/$id', params: { id } })}
        />
      )}
    </ListPage>
  );
}
