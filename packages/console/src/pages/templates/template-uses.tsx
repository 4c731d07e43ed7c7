import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { templateTexts } from '../../texts/templates';
import { StatusBadge } from '../../ui/badge';

const { uses: words } = templateTexts;

/** Automations and broadcasts that use a template. */
export function TemplateUses({ templateId }: { readonly templateId: string }) {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'template-uses', templateId],
    queryFn: () =>
      unwrap(api.GET('/templates/{id_or_slug}/uses', { params: { path: { id_or_slug: templateId } } })),
  });
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
