import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SegmentFilter } from '../../api/types';
import { topicTexts as words } from '../../texts/contacts';
import { searchOf } from '../../ui/search-of';
import { useFilterPreview } from '../../ui/use-filter-preview';

/** Whom a broadcast to the topic goes to at most. */
export function subscribersOf(slug: string): SegmentFilter {
  return { all: [{ status: 'SUBSCRIBED' }, { topic: slug, state: 'SUBSCRIBED' }] };
}

/** How many contacts a broadcast to the topic would go to at most: those that never chose count as the topic's default says. */
export function TopicSubscribers({ slug, isEdited }: { readonly slug: string; readonly isEdited: boolean }) {
  const { count, error } = useFilterPreview(subscribersOf(slug));
  return (
    <Text size="sm" role="status">
      {error !== null ? words.notCounted : count === null ? words.counting : words.subscribers(count)}{' '}
      <Anchor
        component={Link}
        to="/contacts"
        search={searchOf({ status: 'SUBSCRIBED', topic: slug })}
        // What is typed in the form stays in this tab.
        target={isEdited ? '_blank' : undefined}
        size="sm"
        underline="always"
      >
        {words.viewContacts}
      </Anchor>
    </Text>
  );
}
