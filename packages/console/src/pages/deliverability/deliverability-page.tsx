import { Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { DeliverabilityProvider } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { deliverability as words } from '../../texts/deliverability';
import { texts } from '../../texts/texts';
import { EmptyState } from '../../ui/empty-state';
import { MeasureFilters } from '../../ui/measure-filters';
import { PageHeader } from '../../ui/page-header';
import { useFilters } from '../../ui/use-filters';
import { FindingList } from './finding-list';
import { GooglePanel } from './google-panel';
import { ProviderTable } from './provider-table';
import { ReplyList } from './reply-list';

const names = ['days', 'domain'] as const;

/** What is wrong first, then how each mailbox provider receives the email. */
export function DeliverabilityPage() {
  const [filters, change] = useFilters(names);
  const days = Number(filters.days ?? '30');
  const { domain } = filters;
  const query = useRead(
    '/deliverability',
    { query: { days, domain } },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.deliverability}
        description={words.description}
        curl={{ path: '/deliverability', query: { ...filters, days: String(days) }, docs: 'metrics' }}
      />
      <MeasureFilters filters={filters} change={change} />
      <Stack>
        <FindingList findings={data.findings} />
        {data.providers.length === 0 ? (
          <EmptyState title={words.none} text={words.noneText} />
        ) : (
          <>
            <ProviderTable providers={data.providers} />
            {lacksYahooComplaints(data.providers) && (
              <Text size="sm">
                {words.yahoo} <a href={yahooGuide}>{words.yahooGuide}</a>
              </Text>
            )}
            <ReplyList providers={data.providers} />
          </>
        )}
        {data.google_postmaster !== null && <GooglePanel google={data.google_postmaster} />}
      </Stack>
    </>
  );
}

const yahooGuide = '/docs/guides/deliverability#yahoos-complaint-feedback-loop';
/** Among this many recipients, at least one complaint is expected. */
const yahooRecipientsMin = 1_000;

function lacksYahooComplaints(providers: readonly DeliverabilityProvider[]): boolean {
  return providers.some(
    ({ provider, recipients, complained }) =>
      provider === 'yahoo' && recipients >= yahooRecipientsMin && complained === 0,
  );
}
