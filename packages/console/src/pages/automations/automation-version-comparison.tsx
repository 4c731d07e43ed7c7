import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Automation, AutomationVersion, UpdateAutomation } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { automationVersionTexts as words } from '../../texts/automation-versions';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { OtherVersionSelect } from '../../ui/versions';
import { AutomationChanges } from './automation-changes';
import { contentOfDraft, publishedContent } from './automation-content';

/** A version compared with the draft or with another version, from the older to the newer. */
export function AutomationVersionComparison({
  automation,
  version,
  other,
  compareWith,
}: {
  readonly automation: Automation;
  readonly version: number;
  /** Null: the draft. */
  readonly other: number | null;
  readonly compareWith: (other: string) => void;
}) {
  const chosen = useVersion(automation.id, version);
  const compared = useVersion(automation.id, other);
  const error = chosen.error ?? compared.error;
  const draft = contentOfDraft(automation.draft) ?? publishedContent(automation);
  const right = other === null ? draft : compared.data && publishedContent(compared.data);
  const isOlder = other === null || version < other;
  return (
    <Panel
      title={isOlder ? words.changes(version, other) : words.changes(other, version)}
      actions={
        <Group gap="xs">
          <OtherVersionSelect newest={automation.version} {...{ version, other, compareWith }} />
          {chosen.data !== undefined && <RestoreButton automation={automation} version={chosen.data} />}
        </Group>
      }
    >
      <ErrorPanel error={error} />
      {error === null && (chosen.data === undefined || right === undefined) && <div aria-busy="true" />}
      {other === null && automation.draft === null && (
        <Text size="sm" c="dimmed">
          {words.noDraft}
        </Text>
      )}
      {chosen.data !== undefined && right !== undefined && (
        <AutomationChanges
          before={isOlder ? publishedContent(chosen.data) : right}
          after={isOlder ? right : publishedContent(chosen.data)}
        />
      )}
    </Panel>
  );
}

function useVersion(id: string, version: number | null) {
  return useRead(
    '/automations/{id_or_slug}/versions/{version}',
    { path: { id_or_slug: id, version: String(version) } },
    {
      enabled: version !== null,
      // A version never changes.
      staleTime: Infinity,
    },
  );
}

/** Writes a version's trigger and steps to the draft, as the editor would. */
function RestoreButton({
  automation: { id },
  version,
}: {
  readonly automation: Automation;
  readonly version: AutomationVersion;
}) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const navigate = useNavigate();
  if (!canChange) return null;
  return (
    <ConfirmButton
      size="xs"
      title={words.restoreTitle(version.version)}
      text={words.restoreText}
      action={words.restore}
      actionColor="accent"
      run={() =>
        unwrap(
          api.PATCH('/automations/{id_or_slug}', {
            params: { path: { id_or_slug: id } },
            body: { draft: publishedContent(version) as unknown as UpdateAutomation['draft'] },
          }),
        )
      }
      message={words.restored}
      done={() => void navigate({ to: '/automations/$id', params: { id } })}
    />
  );
}
