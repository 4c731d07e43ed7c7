import { List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../session/use-read';
import { templateTexts } from '../../texts/templates';
import { StatusBadge } from '../../ui/badge';

const { uses: words } = templateTexts;

/** Automations and broadcasts that use a template. */
export function TemplateUses({ templateId }: { readonly templateId: string }) {
  const { data } = useRead('/templates/{id_or_slug}/uses', { path: { id_or_slug: templateId } });
  if (data === undefined) return null;
  const { automations, broadcasts, broadcasts_truncated: isMore } = data;
  return (
    <section aria-label={words.title}>
      <Text size="sm" fw={600}>
        {words.title}
      </Text>
      {automations.length + broadcasts.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <List size="sm">
        {automations.map(({ id, name, status }) => (
          <List.Item key={id}>
            {words.automation}{' '}
            <Link to="/automations/$id" params={{ id }}>
              {name}
            </Link>{' '}
            <StatusBadge status={status} />
          </List.Item>
        ))}
        {broadcasts.map(({ id, name, status }) => (
          <List.Item key={id}>
            {words.broadcast}{' '}
            <Link to="/broadcasts/$id" params={{ id }}>
              {name}
            </Link>{' '}
            <StatusBadge status={status} />
          </List.Item>
        ))}
      </List>
      {isMore && (
        <Text size="xs" c="dimmed">
          {words.more}
        </Text>
      )}
    </section>
  );
}
