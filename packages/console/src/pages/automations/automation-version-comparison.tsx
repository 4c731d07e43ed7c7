import { Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { unwrap } from '../../api/client';
import type { Automation, AutomationStep, AutomationVersion, UpdateAutomation } from '../../api/types';
import { documentAsText, isDocument } from '../../editor/document-as-text';
import { inOrder } from '../../editor/in-order';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { automationTexts } from '../../texts/automations';
import { automationVersionTexts as words } from '../../texts/automation-versions';
import { StatusBadge } from '../../ui/badge';
import { CodeDifference } from '../../ui/code-difference';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { OtherVersionSelect } from '../../ui/versions';
import { contentOfDraft, publishedContent, type AutomationContent, type StepOf } from './automation-content';
import { changedMailFields, compareSteps, type MailField, type StepChange } from './compare-steps';
import { stepNumber, stepText, type StepNames } from './step-text';
import { useStepNames } from './use-step-names';
import { useTriggerText } from './use-trigger-text';

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
        <Changes
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

function Changes({
  before,
  after,
}: {
  readonly before: AutomationContent;
  readonly after: AutomationContent;
}) {
  const names = useStepNames([...before.steps, ...after.steps]);
  const [was, is] = [useTriggerText(before.trigger), useTriggerText(after.trigger)];
  const isSameTrigger = jsonOf(before.trigger) === jsonOf(after.trigger);
  const changes = compareSteps(before.steps, after.steps);
  if (isSameTrigger && changes.length === 0) return <Text size="sm">{words.same}</Text>;
  return (
    <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={words.title}>
      {!isSameTrigger && (
        <Change kind="changed" title={words.trigger}>
          {was === is ? (
            <JsonDifference before={before.trigger} after={after.trigger} />
          ) : (
            <BeforeAndAfter before={was} after={is} />
          )}
        </Change>
      )}
      {changes.map((change) => (
        <StepChangeItem key={`${change.kind} ${change.position}`} change={change} names={names} />
      ))}
    </Stack>
  );
}

const tones = { added: 'good', removed: 'bad', changed: 'active' } as const;

function Change({
  kind,
  title,
  children,
}: {
  readonly kind: StepChange['kind'];
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Group gap="xs" mb={4}>
        <StatusBadge status={words.kinds[kind]} tone={tones[kind]} />
        <Text size="sm" fw={500}>
          {title}
        </Text>
      </Group>
      {children}
    </li>
  );
}

function StepChangeItem({ change, names }: { readonly change: StepChange; readonly names: StepNames }) {
  const { kind, position, step } = change;
  const title = words.step(stepNumber(position), automationTexts.stepNames[step.type]);
  if (kind !== 'changed') {
    return (
      <Change kind={kind} title={title}>
        <Text size="sm">{stepText(step, names)}</Text>
      </Change>
    );
  }
  const { before, positionBefore } = change;
  const moved = positionBefore === position ? '' : ` (${words.was(stepNumber(positionBefore))})`;
  return (
    <Change kind={kind} title={`${title}${moved}`}>
      <Stack gap="xs">
        <StepDifference before={before} after={step} names={names} />
      </Stack>
    </Change>
  );
}

function StepDifference({
  before,
  after,
  names,
}: {
  readonly before: AutomationStep;
  readonly after: AutomationStep;
  readonly names: StepNames;
}) {
  const [was, is] = [stepText(before, names), stepText(after, names)];
  const mail = before.type === 'send' && after.type === 'send' ? changedMailFields(before, after) : [];
  return (
    <>
      {was !== is && <BeforeAndAfter before={was} after={is} />}
      {before.type === 'send' &&
        after.type === 'send' &&
        mail.map((field) => <MailDifference key={field} {...{ field, before, after }} />)}
      {was === is && mail.length === 0 && (
        <JsonDifference before={settingsOf(before)} after={settingsOf(after)} />
      )}
    </>
  );
}

/** Branches of a condition are compared for themselves. */
const settingsOf = (step: AutomationStep): unknown => (step.type === 'condition' ? step.if : step);

/** In the words of the sentences. */
function BeforeAndAfter({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <div>
        {words.before}: {before}
      </div>
      <div>
        {words.after}: {after}
      </div>
    </Text>
  );
}

function MailDifference({
  field,
  before,
  after,
}: {
  readonly field: MailField;
  readonly before: StepOf<'send'>;
  readonly after: StepOf<'send'>;
}) {
  return (
    <div>
      <Text size="sm" mb={4}>
        {words.fields[field]}
      </Text>
      <CodeDifference
        label={words.fields[field]}
        before={mailText(before[field])}
        after={mailText(after[field])}
        language={field === 'html' ? 'html' : 'text'}
      />
    </div>
  );
}

function mailText(value: StepOf<'send'>[MailField]): string {
  if (isDocument(value)) return documentAsText(value);
  return typeof value === 'string' ? value : '';
}

/** What the sentences do not say. */
function JsonDifference({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  return (
    <CodeDifference label={words.settings} before={jsonOf(before)} after={jsonOf(after)} language="json" />
  );
}

const jsonOf = (value: unknown): string => JSON.stringify(inOrder(value), null, 2);

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
