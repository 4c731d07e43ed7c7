import { Alert, Button, Group, List, Stack, Tabs, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { unwrap } from '../../api/client';
import type { Automation } from '../../api/types';
import { SaveState } from '../../saving/save-state';
import type { Saving } from '../../saving/use-autosave';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { ConfirmButton } from '../../ui/confirm-button';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { ErrorPanel } from '../../ui/error-panel';
import type { HeaderAction } from '../../ui/page-header';
import { useChange } from '../../ui/use-change';
import type { AutomationContent, AutomationEdit } from './automation-content';
import { publishedContent } from './automation-content';
import { automationDifferences, CompareButton } from './compare-content';
import { DryRun } from './dry-run';
import type { Focus } from './edited-tree';
import { JsonEditor } from './json-editor';
import { exampleEmails, problemsOf, triggerProblems, type Problem } from './step-problems';
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
  const { start, question } = useStart(draft.content, { publish: () => publish.mutate(), show });
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
        <SaveState saving={saving} labels={words.fields} differences={automationDifferences} />
        <ErrorPanel error={publish.error} />
        {automation.status === 'active' && isChanged && (
          <Unpublished automation={automation} saving={saving} />
        )}
        <Problems problems={problems} show={show} />
        {question}
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

/** Publishes what is complete. What is missing is shown instead, and an email with the text of an example is asked about. */
function useStart(
  content: AutomationContent,
  { publish, show }: { readonly publish: () => void; readonly show: (position: string) => void },
) {
  const [isAsking, ask] = useDisclosure();
  const [example] = exampleEmails(content);
  const start = () => {
    const [first] = problemsOf(content);
    if (first !== undefined) show(first.position ?? 'trigger');
    else if (example !== undefined) ask.open();
    else publish();
  };
  const question = isAsking && example !== undefined && (
    <ExampleQuestion close={ask.close} edit={() => show(example)} use={publish} />
  );
  return { start, question };
}

/** Asks before an email is used whose text says what to write in its place. */
function ExampleQuestion({
  close,
  edit,
  use,
}: {
  readonly close: () => void;
  readonly edit: () => void;
  readonly use: () => void;
}) {
  const then = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <Dialog opened onClose={close} title={words.example.title}>
      <Text size="sm">{words.example.text}</Text>
      <DialogFoot>
        <Button variant="default" onClick={then(use)}>
          {words.example.use}
        </Button>
        <Button onClick={then(edit)}>{words.example.edit}</Button>
      </DialogFoot>
    </Dialog>
  );
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
