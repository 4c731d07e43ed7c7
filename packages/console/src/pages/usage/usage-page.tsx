import { Progress, SimpleGrid, Text } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { usage as words } from '../../texts/usage';
import { texts } from '../../texts/texts';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import list from '../../ui/ui.module.css';

const dayMs = 86_400_000;
const numbers = new Intl.NumberFormat('en');

export function UsagePage() {
  const query = useRead('/usage', {}, { refetchInterval: 30_000 });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const { monthly, daily } = data.emails;
  const forecast = forecastOf(monthly.used, new Date(monthly.resets_at));
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.usage}
        description={words.description(data.plan)}
        curl={{ path: '/usage', docs: 'usage' }}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Meter
          title={words.month}
          used={monthly.used}
          limit={monthly.limit}
          resetsAt={monthly.resets_at}
          note={[
            forecast === null ? '' : words.forecast(numbers.format(forecast)),
            monthly.overage ? words.overage : '',
          ]
            .join(' ')
            .trim()}
        />
        <Meter title={words.day} used={daily.used} limit={daily.limit} resetsAt={daily.resets_at} />
        <Meter title={words.contacts} used={data.contacts.used} limit={data.contacts.limit} />
        <Panel title={words.rate}>
          <div className={list.figureValue}>
            {data.rate_limit.limit === null
              ? words.unlimited
              : words.perDuration(numbers.format(data.rate_limit.limit), data.rate_limit.duration)}
          </div>
          <Text size="xs" c="dimmed">
            {data.rate_limit.organization_limit === null
              ? words.keysUnlimited
              : words.keysTogether(
                  numbers.format(data.rate_limit.organization_limit),
                  data.rate_limit.duration,
                )}
          </Text>
        </Panel>
      </SimpleGrid>
    </>
  );
}

function Meter({
  title,
  used,
  limit,
  resetsAt,
  note = '',
}: {
  readonly title: string;
  readonly used: number;
  readonly limit: number | null;
  readonly resetsAt?: string;
  readonly note?: string;
}) {
  const share = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100);
  return (
    <Panel title={title}>
      <div className={list.figureValue}>
        {numbers.format(used)}
        <Text span size="sm" c="dimmed" fw={400}>
          {limit === null ? ` ${words.noLimit}` : ` ${words.of(numbers.format(limit))}`}
        </Text>
      </div>
      {limit !== null && (
        <Progress
          my="xs"
          size="sm"
          value={share}
          color={share >= 90 ? 'red' : undefined}
          aria-label={title}
        />
      )}
      <Text size="xs" c="dimmed">
        {resetsAt !== undefined && (
          <>
            {words.resets} <Time at={resetsAt} />
            {note !== '' && ' · '}
          </>
        )}
        {note}
      </Text>
    </Panel>
  );
}

/** Emails of the whole month at the pace so far; null in its first day, which says too little. */
function forecastOf(used: number, resetsAt: Date, now = new Date()): number | null {
  const begin = new Date(resetsAt);
  begin.setUTCMonth(begin.getUTCMonth() - 1);
  const passed = now.getTime() - begin.getTime();
  if (passed < dayMs) return null;
  return Math.round((used / passed) * (resetsAt.getTime() - begin.getTime()));
}
