import { Accordion, Group, List, Text } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { alerts as words } from '../../texts/alerts';
import { StatusBadge } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const refreshMs = 30_000;

/** Alerts that are open now. Nothing for members of some domains, who may not read them. */
export function OpenAlerts() {
  const { data } = useRead(
    '/alerts',
    { query: { status: 'open', limit: 10 } },
    { refetchInterval: refreshMs },
  );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Panel title={words.open}>
      <List size="sm" spacing={4} listStyleType="none" aria-label={words.open}>
        {data.data.map(({ id, kind, level, value, warn_rate: rate, opened_at: at }) => (
          <List.Item key={id}>
            <Group gap="xs">
              <StatusBadge status={level} tone={level === 'pause' ? 'bad' : 'warn'} />
              {words.kinds[kind]}:{' '}
              {words.value(rate === null ? numbers.format(value) : percents.format(value), level)}
              <Text span size="xs" c="dimmed">
                <Time at={at} />
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

/** The newest notices, each with its text. */
export function Notices() {
  const { data } = useRead('/notices', { query: { limit: 5 } }, { refetchInterval: refreshMs });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Panel title={words.notices} bare>
      <Accordion order={3}>
        {data.data.map(({ id, subject, text, recipient, created_at: at, sent_at: sentAt }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control fz="sm">
              {subject}{' '}
              <Text span size="xs" c="dimmed">
                <Time at={at} />
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Text size="xs" c="dimmed">
                {recipient} · {sentAt === null ? words.notSent : <Time at={sentAt} />}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Panel>
  );
}
