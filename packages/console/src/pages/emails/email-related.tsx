import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../session/use-read';
import { related as words } from '../../texts/email';
import { StatusBadge } from '../../ui/badge';
import { CopyIcon } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import classes from './emails.module.css';
import { useScope } from '../../session/scope';

interface RelatedProps {
  readonly id: string;
  readonly refreshMs: number;
}

/** Webhook deliveries of the events of the email. */
export function WebhookDeliveries({ id, refreshMs }: RelatedProps) {
  const { mode } = useScope();
  const { data } = useRead(
    '/emails/{id}/webhook-deliveries',
    { path: { id }, query: { limit: 100 } },
    { mode, refetchInterval: refreshMs },
  );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Panel title={words.webhooks} bare>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={420}>
        <Table fz="xs" aria-label={words.webhooks}>
          <Table.Tbody>
            {data.data.map((delivery) => (
              <Table.Tr key={delivery.id}>
                <Table.Td className="mono">
                  <Anchor
                    component={Link}
                    to={`/webhooks/${delivery.webhook_id}`}
                    search={searchOf({ delivery: delivery.id })}
                    inherit
                  >
                    {delivery.event_type}
                  </Anchor>{' '}
                  <CopyIcon value={delivery.id} label={words.copyDelivery} />
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={delivery.status} />
                </Table.Td>
                <Table.Td>{words.attempts(delivery.attempt_count)}</Table.Td>
                <Table.Td ta="right" c="dimmed">
                  <Time at={delivery.delivered_at ?? delivery.next_attempt_at ?? delivery.created_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

/** Emails that were received as replies. */
export function Replies({ id, refreshMs }: RelatedProps) {
  const { mode } = useScope();
  const { data } = useRead(
    '/inbound',
    { query: { email_id: id, limit: 100 } },
    { mode, refetchInterval: refreshMs },
  );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Panel title={words.replies} bare>
      <ul className={classes.replies}>
        {data.data.map((reply) => (
          <li key={reply.id}>
            <div className={classes.eventHead}>
              <Link to="/inbound/$id" params={{ id: reply.id }} className={classes.eventName}>
                {reply.from}
              </Link>
              <span className={classes.eventTime}>
                <Time at={reply.received_at} />
              </span>
            </div>
            <Text size="xs" c="dimmed">
              {reply.subject}
              {reply.automatic && ` · ${words.automatic}`}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
