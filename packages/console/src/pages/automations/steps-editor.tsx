import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Automation } from '../../api/types';
import { useRead } from '../../session/use-read';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { useSenders } from '../../ui/from-field';
import type { AutomationContent, AutomationEdit, Steps } from './automation-content';
import { EditedTree, type Focus } from './edited-tree';
import { newStep, stepsFor } from './step-changes';
import { ProblemList, SidePanel, StepPanel } from './step-panel';
import {
  hasRoom,
  insertStep,
  moveStep,
  positionAt,
  positionsOf,
  removeStep,
  replaceStep,
  slotOf,
  stepAt,
} from './step-positions';
import { triggerProblems } from './step-problems';
import { TriggerForm } from './trigger-form';
import classes from './automations.module.css';

const countsRefreshMs = 10_000;

/** What is selected, and where the focus goes with it. */
export interface Selection {
  /** `trigger`, the position of a step, or null. */
  readonly position: string | null;
  readonly focus: Focus;
}

interface EditorProps {
  readonly automation: Automation;
  readonly draft: AutomationEdit;
  readonly change: (changed: Partial<AutomationEdit>) => void;
  readonly selection: Selection;
  readonly select: (position: string, focus?: Focus) => void;
}

/** The tree of the steps, and the form of the selected one. */
export function StepsEditor({ automation, draft, change, selection, select }: EditorProps) {
  const { position: selected } = selection;
  useFocus(selection);
  const { content } = draft;
  const { trigger, steps } = content;
  const { initial: from } = useSenders('bulk');
  const setSteps = (next: Steps) => change({ content: { trigger, steps: next } });
  const move = (position: string, by: 1 | -1, focus: Focus) => {
    const moved = moveStep(steps, position, by);
    if (moved === null) return;
    setSteps(moved.steps);
    select(moved.position, focus);
  };
  return (
    <div className={classes.editor}>
      <EditedTree
        content={content}
        counts={useCounts(automation, content)}
        {...{ selected, select, move }}
        add={(slot, type) => {
          setSteps(insertStep(steps, slot, newStep(type, { from, trigger })));
          select(positionAt(slot));
        }}
      />
      {selected === null && (
        <Text size="sm" c="dimmed">
          {words.chooseStep}
        </Text>
      )}
      {selected === 'trigger' && (
        <SidePanel position="trigger" title={words.trigger.label}>
          <ProblemList problems={triggerProblems(trigger)} />
          <TriggerForm
            trigger={trigger}
            set={(next) => change({ content: { trigger: next, steps: stepsFor(next, content) } })}
            isOnce={draft.isOnce}
            setOnce={(isOnce) => change({ isOnce })}
          />
        </SidePanel>
      )}
      {selected !== null && selected !== 'trigger' && (
        <SelectedStep position={selected} {...{ steps, setSteps, select, move }} />
      )}
    </div>
  );
}

/** Gives the focus to the form or the step that was selected, after the menu that added it has closed. */
function useFocus(selection: Selection): void {
  useEffect(() => {
    const { position, focus } = selection;
    if (focus === null || position === null) return;
    const selector = focus === 'card' ? `[data-position="${position}"]` : '[data-panel-title]';
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [selection]);
}

function SelectedStep({
  position,
  steps,
  setSteps,
  select,
  move,
}: {
  readonly position: string;
  readonly steps: Steps;
  readonly setSteps: (steps: Steps) => void;
  readonly select: EditorProps['select'];
  readonly move: (position: string, by: 1 | -1, focus: Focus) => void;
}) {
  const step = stepAt(steps, position);
  if (step === undefined) return null;
  const { before, index } = slotOf(position);
  const next = { before, index: index + 1 };
  const remove = () => {
    const rest = removeStep(steps, position);
    setSteps(rest);
    // The step that took its place, or else the one before it.
    const previous = index > 0 ? positionAt({ before, index: index - 1 }) : 'trigger';
    select(stepAt(rest, position) === undefined ? previous : position);
  };
  return (
    <StepPanel
      position={position}
      step={step}
      steps={steps}
      set={(changed) => setSteps(replaceStep(steps, position, changed))}
      move={{
        up: moveStep(steps, position, -1) === null ? null : () => move(position, -1, null),
        down: moveStep(steps, position, 1) === null ? null : () => move(position, 1, null),
      }}
      duplicate={
        hasRoom(steps, positionsOf([step]).length)
          ? () => {
              setSteps(insertStep(steps, next, step));
              select(positionAt(next));
            }
          : null
      }
      remove={remove}
    />
  );
}

/** Counts of runs at each step, as long as the steps are those that runs use. */
function useCounts({ id, version, steps }: Automation, content: AutomationContent) {
  const { data } = useRead(
    '/automations/{id_or_slug}/step-counts',
    { path: { id_or_slug: id } },
    { refetchInterval: countsRefreshMs },
  );
  const shape = (list: Steps) =>
    positionsOf(list)
      .map(([position, { type }]) => `${position} ${type}`)
      .join();
  const isSame = data?.version === version && shape(steps) === shape(content.steps);
  return new Map(isSame ? data.steps.map((step) => [step.position, step]) : []);
}
