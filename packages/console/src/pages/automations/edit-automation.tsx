import { Alert, Button, Group, List, Stack, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { unwrap } from '../../api/client';
import type { Automation } from '../../api/types';
import { SaveState } from '../../saving/save-state';
import type { Saving } from '../../saving/use-autosave';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import type { HeaderAction } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import type { AutomationContent, AutomationEdit } from './automation-content';
import { publishedContent } from './automation-content';
import { CompareButton } from './compare-content';
import { DryRun } from './dry-run';
import type { Focus } from './edited-tree';
import { JsonEditor } from './json-editor';
import { problemsOf, triggerProblems, type Problem } from './step-problems';
import { StepsEditor, type Selection } from './steps-editor';
import { hasChanges, useAutomationSaving, usePublish } from './use-automation-saving';
import classes from './automations.module.css';

/** The header of the page, with buttons and with actions for its menu. */
export type HeaderOf = (actions: ReactNode, menu?: readonly HeaderAction[]) => ReactNode;

/** An automation that is edited in place: it is saved as a draft, and runs use it when it is published. */
export function EditAutomation({
  automation,
  header,
}: {
  readonly automation: Automation;
  readonly header: HeaderOf;
}) {
  const saving = useAutomationSaving(automation);
  const { draft, change } = saving;
  const [selection, setSelection] = useState<Selection>({
    position: beginsWithTrigger(draft.content) ? 'trigger' : null,
    focus: null,
  });
  const [view, setView] = useState<string | null>('steps');
  const problems = problemsOf(draft.content);
  const select = (position: string, focus: Focus = 'panel') => setSelection({ position, focus });
  const show = (position: string) => {
    setView('steps');
    select(position);
  };
  const publish = usePublish(automation, saving, show);
  const isChanged = hasChanges(automation, draft);
  const isActive = automation.status === 'active';
  const pause = usePause(automation);
  const start = () => {
    const [first] = problems;
    if (first === undefined) publish.mutate();
    else show(first.position ?? 'trigger');
  };
  return (
    <>
      {header(
        <>
          <DryRun automation={automation} content={draft.content} problems={problems} />
          {isActive && !isChanged && (
            <Button c="var(--bad)" variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
              {automationTexts.pause}
            </Button>
          )}
          {(!isActive || isChanged) && (
            <Button loading={publish.isPending} onClick={start}>
              {isActive ? words.publish : automationTexts.activate}
            </Button>
          )}
        </>,
        isActive && isChanged
          ? [{ label: automationTexts.pause, destroys: true, run: () => pause.mutate() }]
          : [],
      )}
      <Stack onBlur={saving.onBlur} gap="sm">
        <SaveState saving={saving} labels={words.fields} />
        <ErrorPanel error={publish.error} />
        {automation.status === 'active' && isChanged && (
          <Unpublished automation={automation} saving={saving} />
        )}
        <Problems problems={problems} show={show} />
        <TextInput
          label={words.name}
          required
          maw="24rem"
          maxLength={120}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Tabs value={view} onChange={setView} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="steps">{words.views.steps}</Tabs.Tab>
            <Tabs.Tab value="json">{words.views.json}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="steps">
            <StepsEditor {...{ automation, draft, change, selection, select }} />
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <JsonEditor content={draft.content} set={(content) => change({ content })} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

/** Without steps, or while the trigger is incomplete. */
function beginsWithTrigger({ trigger, steps }: AutomationContent): boolean {
  return steps.length === 0 || triggerProblems(trigger).length > 0;
}

function usePause({ id }: Automation) {
  const { api } = useScope();
  return useChange({
    run: () =>
      unwrap(
        api.PATCH('/automations/{id_or_slug}', {
          params: { path: { id_or_slug: id } },
          body: { status: 'paused' },
        }),
      ),
    message: automationTexts.paused,
  });
}

/** Runs use another version than what is shown. */
function Unpublished({
  automation,
  saving,
}: {
  readonly automation: Automation;
  readonly saving: Saving<AutomationEdit>;
}) {
  const published = publishedContent(automation);
  return (
    <Alert color="blue" variant="light" role="status">
      <Group justify="space-between" gap="xs">
        <span>{words.unpublished(automation.version)}</span>
        <Group gap="xs">
          <CompareButton before={published} after={saving.draft.content} />
          <ConfirmButton
            size="xs"
            title={words.revertTitle}
            text={words.revertText}
            action={words.revert}
            run={() => {
              saving.change({ content: published });
              return saving.flush();
            }}
            message={words.reverted}
          />
        </Group>
      </Group>
    </Alert>
  );
}

/** What is missing, each leading to its step. */
function Problems({
  problems,
  show,
}: {
  readonly problems: readonly Problem[];
  readonly show: (position: string) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={words.incompleteSteps(problems.length)}>
      <List size="sm" className={classes.problems}>
        {problems.map(({ position, text }, index) => (
          <List.Item key={index}>
            {position === null ? (
              text
            ) : (
              <UnstyledButton fz="inherit" td="underline" onClick={() => show(position)}>
                {words.problem(position, text)}
              </UnstyledButton>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
