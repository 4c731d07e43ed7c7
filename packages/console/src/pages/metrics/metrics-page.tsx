import { Select, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { PageLoading } from '../../shell/page-states';
import { metrics as words } from '../../texts/metrics';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { useFilters } from '../../ui/use-filters';

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

const columns = [
  'sent',
  'delivered',
  'bouncedHard',
  'bouncedSoft',
  'complained',
  'opened',
  'clicked',
] as const;
const rates = ['delivery', 'bounce', 'complaint', 'open', 'click'] as const;

export function MetricsPage() {
  const { api, queryKey } = useScope();
  const [filters, change] = useFilters(['days']);
  const days = filters.days ?? '30';
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'metrics', days],
    queryFn: () => unwrap(api.GET('/metrics', { params: { query: { days: Number(days) } } })),
  });
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  // A text is the CSV format, which the page does not ask for.
  if (data === undefined || typeof data === 'string') return <PageLoading />;
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.metrics}
        description={words.description}
        curl={{ path: '/metrics', query: { days }, docs: 'metrics' }}
      >
        <Select
          size="xs"
          w="9rem"
          aria-label={words.period}
          data={['7', '30', '90'].map((value) => ({ value, label: words.days(value) }))}
          value={days}
          onChange={(value) => change({ days: value ?? undefined })}
        />
      </PageHeader>
      <Stack>
        <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
          {rates.map((rate) => (
            <Panel key={rate}>
              <Text size="xs" c="dimmed">
                {words.rates[rate]}
              </Text>
              <Text fz="lg" fw={600}>
                {percents.format(data.rates[rate])}
              </Text>
            </Panel>
          ))}
        </SimpleGrid>
        <Panel title={words.byDay} bare>
          <Table.ScrollContainer type="native" tabIndex={0} minWidth={680}>
            <Table fz="xs" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.day}</Table.Th>
                  {columns.map((name) => (
                    <Table.Th key={name} ta="right">
                      {words.columns[name]}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.series.toReversed().map((day) => (
                  <Table.Tr key={day.day}>
                    <Table.Td>{day.day}</Table.Td>
                    {columns.map((name) => (
                      <Table.Td key={name} ta="right" c={day[name] === 0 ? 'dimmed' : undefined}>
                        {numbers.format(day[name])}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Panel>
      </Stack>
    </>
  );
}
