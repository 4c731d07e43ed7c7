import { Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Template, TemplateVersion } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { templateTexts } from '../../texts/templates';
import { CodeDifference } from '../../ui/code-difference';
import type { CodeLanguage } from '../../ui/code-language';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { OtherVersionSelect } from '../../ui/versions';

const { versions: words } = templateTexts;

type Content = Pick<Template, 'subject' | 'html' | 'text' | 'variables'>;

const fields: readonly (readonly [keyof Content, CodeLanguage])[] = [
  ['subject', 'text'],
  ['html', 'html'],
  ['text', 'text'],
  ['variables', 'json'],
];

/** A version compared with the draft or with another version, from the older to the newer. */
export function VersionComparison({
  template,
  version,
  other,
  compareWith,
}: {
  readonly template: Template;
  readonly version: number;
  /** Null: the draft. */
  readonly other: number | null;
  readonly compareWith: (other: string) => void;
}) {
  const chosen = useVersion(template.id, version);
  const compared = useVersion(template.id, other);
  const error = chosen.error ?? compared.error;
  const right: Content | undefined = other === null ? template : compared.data;
  const isOlder = other === null || version < other;
  return (
    <Panel
      title={isOlder ? words.changes(version, other) : words.changes(other, version)}
      actions={
        <Group gap="xs">
          <OtherVersionSelect newest={template.current_version ?? 0} {...{ version, other, compareWith }} />
          {chosen.data !== undefined && <RestoreButton template={template} version={chosen.data} />}
        </Group>
      }
    >
      <ErrorPanel error={error} />
      {error === null && (chosen.data === undefined || right === undefined) && <div aria-busy="true" />}
      {chosen.data !== undefined && right !== undefined && (
        <Differences before={isOlder ? chosen.data : right} after={isOlder ? right : chosen.data} />
      )}
    </Panel>
  );
}

function useVersion(id: string, version: number | null) {
  return useRead(
    '/templates/{id_or_slug}/versions/{version}',
    { path: { id_or_slug: id, version: String(version) } },
    {
      enabled: version !== null,
      // A version never changes.
      staleTime: Infinity,
    },
  );
}

function Differences({ before, after }: { readonly before: Content; readonly after: Content }) {
  const changed = fields
    .map(([field, language]) => ({
      ...{ field, language, before: textOf(before[field]), after: textOf(after[field]) },
    }))
    .filter((each) => each.before !== each.after);
  if (changed.length === 0) return <Text size="sm">{words.same}</Text>;
  return (
    <Stack>
      {changed.map(({ field, ...difference }) => (
        <div key={field}>
          <Text size="sm" fw={500} mb={4}>
            {words[field]}
          </Text>
          <CodeDifference label={words[field]} {...difference} />
        </div>
      ))}
    </Stack>
  );
}

function textOf(value: Content[keyof Content]): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2);
}

/** Writes a version's content to the draft, as the editor would. */
function RestoreButton({
  template: { id },
  version: { version, subject, document, html, text, variables },
}: {
  readonly template: Template;
  readonly version: TemplateVersion;
}) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const navigate = useNavigate();
  if (!canChange) return null;
  return (
    <ConfirmButton
      size="xs"
      title={words.restoreTitle(version)}
      text={words.restoreText}
      action={words.restore}
      actionColor="accent"
      run={() =>
        unwrap(
          api.PATCH('/templates/{id_or_slug}', {
            params: { path: { id_or_slug: id } },
            body: { subject, variables, ...(document === null ? { html, text } : { document }) },
          }),
        )
      }
      message={words.restored}
      done={() => void navigate({ to: '/templates/$id', params: { id } })}
    />
  );
}
