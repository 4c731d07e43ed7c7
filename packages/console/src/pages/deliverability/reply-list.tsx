import { Group, Text } from '@mantine/core';
import type { DeliverabilityProvider } from '../../api/types';
import { deliverability as words } from '../../texts/deliverability';
import { providerName } from '../../texts/mailbox-providers';
import { StatusBadge } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import classes from './deliverability.module.css';

const numbers = new Intl.NumberFormat('en');
/** Rarer ones say little; the API has up to ten of each provider. */
const shownMax = 20;

/** What providers said when they did not take mail, the most frequent first. Nothing where all was taken. */
export function ReplyList({ providers }: { readonly providers: readonly DeliverabilityProvider[] }) {
  const replies = providers
    .flatMap(({ provider, replies: own }) => own.map((reply) => ({ provider, ...reply })))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, shownMax);
  if (replies.length === 0) return null;
  return (
    <Panel title={words.replies} bare>
      <Text size="xs" c="dimmed" px="md" pt="xs">
        {words.repliesNote}
      </Text>
      <ul className={classes.items} aria-label={words.replies}>
        {replies.map(({ provider, text, class: failureClass, advice, count }) => (
          <li key={`${provider} ${failureClass} ${text}`}>
            <Group gap="xs">
              <Text span size="sm" fw={600}>
                {providerName(provider)}
              </Text>
              <StatusBadge status={failureClass} />
              <Text span size="xs" c="dimmed">
                {words.times(numbers.format(count))}
              </Text>
            </Group>
            <Text size="sm" className="mono">
              {text}
            </Text>
            <Text size="sm" c="dimmed">
              {advice}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
