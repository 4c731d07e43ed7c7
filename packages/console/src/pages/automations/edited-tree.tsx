import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { Flag, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { AutomationStep } from '../../api/types';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { StatusBadge } from '../../ui/badge';
import type { AutomationContent, Steps } from './automation-content';
import { hasRoom, mayBranch, positionAt, slotOf, type Slot } from './step-positions';
import { stepProblems, triggerProblems } from './step-problems';
import { stepNumber, stepText } from './step-text';
import { StepCountList, stepIcons, type CountsByPosition } from './step-tree';
import { useStepNames } from './use-step-names';
import { useTriggerText } from './use-trigger-text';
import classes from './automations.module.css';

const { stepNames } = automationTexts;

/** What gets the focus after a step is selected. */
export type Focus = 'card' | 'panel' | null;

interface TreeActions {
  /** `trigger`, the position of a step, or null. */
  readonly selected: string | null;
  readonly select: (position: string) => void;
  readonly add: (slot: Slot, type: AutomationStep['type']) => void;
  readonly move: (position: string, by: 1 | -1, focus: Focus) => void;
}

interface TreeProps extends TreeActions {
  readonly content: AutomationContent;
  readonly counts: CountsByPosition;
}

/** The trigger and the steps, with a button at each place where a step can be added. */
export function EditedTree(props: TreeProps) {
  const { content, selected, select } = props;
  const text = useTriggerText(content.trigger);
  return (
    <div className={classes.edited}>
      <Card
        id="trigger"
        isSelected={selected === 'trigger'}
        isIncomplete={triggerProblems(content.trigger).length > 0}
        select={() => select('trigger')}
      >
        <Flag size={16} aria-hidden />
        <span>
          <strong>{words.start}</strong> <span className={classes.stepText}>{text}</span>
        </span>
      </Card>
      <StepList {...props} steps={content.steps} before="" label={automationTexts.steps} />
      <div className={classes.end}>{words.end}</div>
    </div>
  );
}

interface ListProps extends TreeProps {
  readonly steps: Steps;
  readonly before: string;
  readonly label: string;
}

function StepList({ steps, before, label, ...props }: ListProps) {
  const place = (index: number): string => {
    const previous = steps[index - 1];
    if (previous !== undefined)
      return words.places.after(
        words.step(stepNumber(`${before}${index - 1}`), stepNames[previous.type]).toLowerCase(),
      );
    if (before === '') return words.places.first;
    return before.endsWith('then.') ? words.places.then : words.places.else;
  };
  const isFull = !hasRoom(props.content.steps);
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li key={index}>
          <AddStep slot={{ before, index }} place={place(index)} isFull={isFull} add={props.add} />
          <StepCard {...props} step={step} position={`${before}${index}`} />
        </li>
      ))}
      <li>
        <AddStep
          slot={{ before, index: steps.length }}
          place={place(steps.length)}
          isFull={isFull}
          add={props.add}
        />
      </li>
    </ol>
  );
}

function StepCard({
  step,
  position,
  ...props
}: TreeProps & { readonly step: AutomationStep; readonly position: string }) {
  const Icon = stepIcons[step.type];
  const counts = props.counts.get(position);
  const names = useStepNames([step]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    props.move(position, event.key === 'ArrowDown' ? 1 : -1, 'card');
  };
  return (
    <>
      <Card
        id={position}
        isSelected={props.selected === position}
        isIncomplete={stepProblems(step).length > 0}
        select={() => props.select(position)}
        onKeyDown={onKeyDown}
      >
        <Icon size={16} aria-hidden />
        <span>
          <span className={classes.number}>{slotOf(position).index + 1}</span>{' '}
          <strong>{stepNames[step.type]}</strong>{' '}
          <span className={classes.stepText}>{stepText(step, names)}</span>
        </span>
      </Card>
      {counts !== undefined && <StepCountList counts={counts} />}
      {step.type === 'condition' && (
        <div className={classes.branches}>
          {(['then', 'else'] as const).map((branch) => (
            <div key={branch} className={classes.branch}>
              <div className={classes.branchName}>{automationTexts[branch]}</div>
              <StepList
                {...props}
                steps={step[branch]}
                before={`${position}.${branch}.`}
                label={automationTexts[branch]}
              />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function Card({
  id,
  isSelected,
  isIncomplete,
  select,
  onKeyDown,
  children,
}: {
  readonly id: string;
  readonly isSelected: boolean;
  readonly isIncomplete: boolean;
  readonly select: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: React.ReactNode;
}) {
  return (
    <UnstyledButton
      className={classes.card}
      data-position={id}
      aria-current={isSelected ? 'step' : undefined}
      onClick={select}
      onKeyDown={onKeyDown}
    >
      {children}
      {isIncomplete && <StatusBadge status={words.incomplete} tone="warn" />}
    </UnstyledButton>
  );
}

function AddStep({
  slot,
  place,
  isFull,
  add,
}: {
  readonly slot: Slot;
  readonly place: string;
  readonly isFull: boolean;
  readonly add: TreeActions['add'];
}) {
  const types = (Object.keys(stepNames) as (keyof typeof stepNames)[]).filter(
    (type) => type !== 'condition' || mayBranch(slot),
  );
  return (
    <div className={classes.add}>
      <Menu position="bottom" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            radius="xl"
            size={24}
            aria-label={words.addAt(place)}
            title={isFull ? words.full : words.add}
            disabled={isFull}
            data-slot={positionAt(slot)}
          >
            <Plus size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {types.map((type) => {
            const Icon = stepIcons[type];
            return (
              <Menu.Item key={type} leftSection={<Icon size={14} />} onClick={() => add(slot, type)}>
                {stepNames[type]}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
