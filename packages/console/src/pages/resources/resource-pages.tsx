import { unwrap } from '../../api/client';
import type { AutomationSummary, BroadcastSummary, TemplateSummary } from '../../api/types';
import { resources as words } from '../../texts/resources';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { ResourcePage } from './resource-page';

const { navigation } = texts;

const name: Column<{ name: string }> = {
  title: words.name,
  width: 'minmax(0, 1.5fr)',
  cell: (item) => item.name,
};
const status: Column<{ status: string }> = {
  title: words.status,
  width: '8rem',
  cell: (item) => <StatusBadge status={item.status} />,
};
const created: Column<{ created_at: string }> = {
  ...{ title: words.created, width: '7rem', onPhone: false, alignEnd: true },
  cell: ({ created_at: at }) => <Time at={at} />,
};
const slug: Column<{ slug: string }> = {
  ...{ title: words.slug, width: 'minmax(0, 1fr)', onPhone: false },
  cell: (item) => <span className="mono">{item.slug}</span>,
};

export const broadcasts = () => (
  <ResourcePage<BroadcastSummary, 'status'>
    options={{
      ...{ title: navigation.pages.broadcasts, path: '/broadcasts', docs: 'broadcasts', ...words.broadcasts },
      filters: [
        {
          name: 'status',
          label: words.status,
          options: ['draft', 'scheduled', 'testing', 'sent', 'canceled'],
        },
      ],
      read: (api, { status: only, ...query }) =>
        unwrap(api.GET('/broadcasts', { params: { query: { ...query, status: only as never } } })),
      columns: [
        name,
        { title: words.status, width: '8rem', cell: ({ phase }) => <StatusBadge status={phase} /> },
        { title: words.subject, width: 'minmax(0, 1.4fr)', onPhone: false, cell: ({ subject }) => subject },
        {
          title: words.sent,
          width: '7rem',
          onPhone: false,
          alignEnd: true,
          cell: ({ sent_at: at }) => <Time at={at} />,
        },
        created,
      ],
    }}
  />
);

export const automations = () => (
  <ResourcePage<AutomationSummary, never>
    options={{
      ...{
        title: navigation.pages.automations,
        path: '/automations',
        docs: 'automations',
        filters: [],
        ...words.automations,
      },
      read: (api, query) => unwrap(api.GET('/automations', { params: { query } })),
      columns: [
        name,
        slug,
        status,
        { title: words.version, width: '5rem', onPhone: false, cell: ({ version }) => version },
        created,
      ],
    }}
  />
);
