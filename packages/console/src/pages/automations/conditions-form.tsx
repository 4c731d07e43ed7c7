import { ActionIcon, Button, Select, Stack, Text } from '@mantine/core';
import { X } from 'lucide-react';
import { automationEditorTexts } from '../../texts/automation-editor';
import { segmentTexts } from '../../texts/segments';
import { ConditionFields, PropertyFields } from '../segments/condition-fields';
import { kindOf, newCondition, type Condition, type ConditionKind } from '../segments/segment-conditions';
import segments from '../segments/segments.module.css';
import type { StepOf } from './automation-content';

const { condition: words } = automationEditorTexts;

type StepCondition = StepOf<'condition'>['if']['all'][number];
type EventCondition = Extract<StepCondition, { readonly event_property: string }>;
type WaitCondition = Extract<StepCondition, { readonly waited: string }>;
type StepConditionKind = ConditionKind | 'event_property' | 'waited';

export const stepConditionKinds: readonly StepConditionKind[] = [
  ...(['waited', 'event_property'] as const),
  ...(Object.keys(segmentTexts.kinds) as ConditionKind[]),
];

const labels: Readonly<Record<StepConditionKind, string>> = { ...segmentTexts.kinds, ...words.kinds };

/** Conditions that all have to be met, one a row. */
export function ConditionsForm({
  label,
  kinds,
  conditions,
  set,
}: {
  readonly label: string;
  readonly kinds: readonly StepConditionKind[];
  readonly conditions: readonly StepCondition[];
  readonly set: (conditions: StepCondition[]) => void;
}) {
  const [first = 'property'] = kinds;
  const added = kinds.includes('property') ? 'property' : first;
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {conditions.map((condition, index) => (
        <div key={index} className={segments.condition}>
          <ConditionRow
            condition={condition}
            kinds={kinds}
            set={(next) => set(conditions.with(index, next))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={segmentTexts.remove}
            onClick={() => set(conditions.toSpliced(index, 1))}
          >
            <X size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        w="fit-content"
        onClick={() => set([...conditions, newStepCondition(added)])}
      >
        {segmentTexts.addCondition}
      </Button>
    </Stack>
  );
}

function ConditionRow({
  condition,
  kinds,
  set,
}: {
  readonly condition: StepCondition;
  readonly kinds: readonly StepConditionKind[];
  readonly set: (condition: StepCondition) => void;
}) {
  return (
    <div className={segments.fields}>
      {kinds.length > 1 && (
        <Select
          size="xs"
          aria-label={segmentTexts.kind}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: labels[value] }))}
          value={kindOfStepCondition(condition)}
          onChange={(kind) => set(newStepCondition(kind as StepConditionKind))}
        />
      )}
      {'waited' in condition ? (
        <Select
          size="xs"
          aria-label={words.kinds.waited}
          allowDeselect={false}
          data={Object.entries(words.waited).map(([value, label]) => ({ value, label }))}
          value={condition.waited}
          onChange={(waited) => set({ waited: waited as WaitCondition['waited'] })}
        />
      ) : 'event_property' in condition ? (
        <EventFields condition={condition} set={set} />
      ) : (
        <ConditionFields condition={condition} set={(next) => set(stepCondition(next))} />
      )}
    </div>
  );
}

/** The fields of a property of the contact, about one of the event. */
function EventFields({
  condition: { event_property: property, ...rest },
  set,
}: {
  readonly condition: EventCondition;
  readonly set: (condition: EventCondition) => void;
}) {
  return (
    <PropertyFields
      condition={{ property, ...rest }}
      set={(next) => {
        if (!('property' in next)) return;
        const { property: named, ...others } = next;
        set({ event_property: named, ...others } as EventCondition);
      }}
      known={[]}
    />
  );
}

/** Conditions of segments are conditions of steps: types that the API answers with name defaults, too. */
const stepCondition = (condition: Condition) => condition as StepCondition;

function kindOfStepCondition(condition: StepCondition): StepConditionKind {
  if ('waited' in condition) return 'waited';
  return 'event_property' in condition ? 'event_property' : kindOf(condition);
}

function newStepCondition(kind: StepConditionKind): StepCondition {
  if (kind === 'waited') return { waited: 'timeout' };
  return kind === 'event_property'
    ? { event_property: '', op: 'eq', value: '' }
    : stepCondition(newCondition(kind));
}
