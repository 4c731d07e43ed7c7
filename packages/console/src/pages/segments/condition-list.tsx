import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { X } from 'lucide-react';
import { segmentTexts as words } from '../../texts/segments';
import { ConditionFields } from './condition-fields';
import {
  isGroup,
  kindOf,
  newCondition,
  type Condition,
  type ConditionGroup,
  type ConditionItem,
  type ConditionKind,
} from './segment-conditions';
import classes from './segments.module.css';

/** Conditions, one a row, that can be added and removed. Groups hold conditions, but no other groups. */
export function ConditionList({
  label,
  items,
  change,
  withGroups = false,
}: {
  readonly label: string;
  readonly items: readonly ConditionItem[];
  readonly change: (items: readonly ConditionItem[]) => void;
  readonly withGroups?: boolean;
}) {
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {items.map((item, index) => (
        <div key={index} className={classes.condition}>
          {isGroup(item) ? (
            <GroupFields group={item} set={(next) => change(items.with(index, next))} />
          ) : (
            <ConditionRow condition={item} set={(next) => change(items.with(index, next))} />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.remove}
            onClick={() => change(items.toSpliced(index, 1))}
          >
            <X size={14} />
          </ActionIcon>
        </div>
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => change([...items, newCondition('status')])}
        >
          {words.addCondition}
        </Button>
        {withGroups && (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => change([...items, { any: [newCondition('status')] }])}
          >
            {words.addGroup}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function GroupFields({
  group,
  set,
}: {
  readonly group: ConditionGroup;
  readonly set: (group: ConditionGroup) => void;
}) {
  const isAny = 'any' in group;
  const inner = isAny ? group.any : group.all;
  // The list of a group offers no groups.
  const change = (items: readonly ConditionItem[]) => {
    const conditions = items as Condition[];
    set(isAny ? { any: conditions } : { all: conditions });
  };
  return (
    <div className={classes.group}>
      <ConditionList label={isAny ? words.groupAny : words.groupAll} items={inner} change={change} />
    </div>
  );
}

function ConditionRow({
  condition,
  set,
}: {
  readonly condition: Condition;
  readonly set: (condition: Condition) => void;
}) {
  return (
    <div className={classes.fields}>
      <Select
        size="xs"
        aria-label={words.kind}
        data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
        value={kindOf(condition)}
        onChange={(kind) => set(newCondition(kind as ConditionKind))}
      />
      <ConditionFields condition={condition} set={set} />
    </div>
  );
}
