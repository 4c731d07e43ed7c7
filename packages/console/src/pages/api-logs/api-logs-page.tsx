import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiLogSummary } from '../../api/types';
import { apiLogs as words } from '../../texts/api-logs';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useKeyOptions } from '../../ui/use-key-options';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { sendRequest } from '../emails/send-request';
import { ApiLogDetail } from './api-log-detail';

const names = [
  'method',
  'path',
  'status',
  'error_code',
  'key',
  'request_id',
  'email_id',
  'warning',
  'since',
  'until',
] as const;
function useApiLogFilters(): readonly Filter<(typeof names)[number]>[] {
  const load = useKeyOptions();
  return [
    { name: 'path', label: words.filters.path, wide: true },
    { name: 'method', label: words.filters.method, options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    {
      name: 'status',
      label: words.filters.status,
      options: ['2xx', '4xx', '5xx', '401', '403', '404', '409', '422', '429'],
    },
    { name: 'error_code', label: words.filters.errorCode },
    { name: 'warning', label: words.filters.warning, options: Object.keys(words.warnings) },
    { name: 'key', label: words.filters.key, load },
    { name: 'request_id', label: words.filters.requestId, rare: true },
    { name: 'email_id', label: words.filters.emailId, rare: true },
  ];
}

export function ApiLogsPage() {
  const [filters, change] = useFilters(names);
  const [{ log }, open] = useFilters(['log']);
  const query = useList('/api-logs', { query: filters });
  return (
    <ListPage
      title={texts.navigation.pages.apiLogs}
      description={words.description}
      curl={{ path: '/api-logs', docs: 'api-logs' }}
      query={query}
      columns={columnsOf((id) => open({ log: id }))}
      filters={{ filters: useApiLogFilters(), values: filters, change, time: true }}
      empty={words}
      emptyAction={
        <Button component={Link} to="/api-keys">
          {words.toKeys}
        </Button>
      }
      createCurl={sendRequest()}
      forDevelopers
    >
      <Drawer
        opened={log !== undefined}
        onClose={() => open({ log: undefined })}
        position="right"
        size="xl"
        title={words.detail}
      >
        {log !== undefined && <ApiLogDetail id={log} />}
      </Drawer>
    </ListPage>
  );
}

function columnsOf(open: (id: string) => void): readonly Column<ApiLogSummary>[] {
  return [
    {
      title: words.columns.request,
      width: 'minmax(0, 1.8fr)',
      cell: ({ id, method, path }) => (
        <UnstyledButton className={`${list.rowLink} mono`} onClick={() => open(id)}>
          {method} {path}
        </UnstyledButton>
      ),
    },
    { title: words.columns.status, width: '4.5rem', cell: ({ status }) => <HttpStatus status={status} /> },
    {
      title: words.columns.error,
      width: 'minmax(0, 1fr)',
      onPhone: false,
      cell: ({ error_code: code, warnings }) => <span className="mono">{code ?? warnings.join(', ')}</span>,
    },
    detailColumn(words.columns.key, 'minmax(0, 0.9fr)', ({ key }) => key.name ?? key.id),
    {
      title: words.columns.duration,
      width: '5rem',
      alignEnd: true,
      onPhone: false,
      cell: ({ duration_ms: duration }) => words.milliseconds(duration),
    },
    timeColumn(words.columns.at, ({ created_at: at }) => at),
  ];
}

function HttpStatus({ status }: { readonly status: number }) {
  return <StatusBadge status={String(status)} tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'} />;
}
