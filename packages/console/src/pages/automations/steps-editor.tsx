import { useState } from 'react';
import type { Automation } from '../../api/types';
import { useRead } from '../../session/use-read';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { useSenders } from '../../ui/from-field';
import type { AutomationContent, AutomationEdit, Steps } from './automation-content';
import { EditedTree } from './edited-tree';
import { newStep } from './step-changes';
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

interface EditorProps {
  readonly automation: Automation;
  readonly draft: AutomationEdit;
  readonly change: (changed: Partial<AutomationEdit>) => void;
  /** `trigger`, the position of a step, or null. */
  readonly selected: string | null;
  readonly select: (position: string | null) => void;
}

/** The tree of the steps, and the form of the selected one. */
export function StepsEditor({ automation, draft, change, selected, select }: EditorProps) {
  const { content } = draft;
  const { trigger, steps } = content;
  const { initial: from } = useSenders('bulk');
  const setSteps = (next: Steps) => change({ content: { trigger, steps: next } });
  const move = (position: string, by: 1 | -1) => {
    const moved = moveStep(steps, position, by);
    if (moved === null) return;
    setSteps(moved.steps);
    select(moved.position);
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
      {selected === 'trigger' && (
        <SidePanel position="trigger" title={words.trigger.label}>
          <ProblemList problems={triggerProblems(trigger)} />
          <TriggerForm
            trigger={trigger}
            set={(next) => change({ content: { trigger: next, steps } })}
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
  readonly select: (position: string | null) => void;
  readonly move: (position: string, by: 1 | -1) => void;
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
      set={(changed) => setSteps(replaceStep(steps, position, changed))}
      move={{
        up: moveStep(steps, position, -1) === null ? null : () => move(position, -1),
        down: moveStep(steps, position, 1) === null ? null : () => move(position, 1),
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

/** How runs fared at each step, as long as the steps are those that runs use. */
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
