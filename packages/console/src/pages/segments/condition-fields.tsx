import { Autocomplete, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { segmentTexts as words } from '../../texts/segments';
import { localTime, timeOfInput } from '../../ui/time-input';
import { TopicSelect } from '../topics/topic-select';
import { readProperty, showProperty } from '../contacts/property-values';
import { BroadcastFields, FormFields, ImportFields } from './object-fields';
import { useKnownProperties, type KnownProperty } from './known-properties';
import {
  activityActionOf,
  activityCondition,
  type ActivityAction,
  type Condition,
} from './segment-conditions';

type Of<Key extends string> = Extract<Condition, Readonly<Record<Key, unknown>>>;

interface FieldsOf<Kind> {
  readonly condition: Kind;
  readonly set: (condition: Condition) => void;
}

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The fields of a condition, by its kind. */
export function ConditionFields({ condition, set }: FieldsOf<Condition>) {
  if ('status' in condition)
    return (
      <Select
        size="xs"
        aria-label={words.kinds.status}
        data={options(words.statuses)}
        value={condition.status}
        onChange={(status) => set({ status: status as Of<'status'>['status'] })}
      />
    );
  if ('topic' in condition) return <TopicFields condition={condition} set={set} />;
  if ('form' in condition) return <FormFields condition={condition} set={set} />;
  if ('import' in condition) return <ImportFields condition={condition} set={set} />;
  if ('broadcast' in condition) return <BroadcastFields condition={condition} set={set} />;
  if ('activity' in condition) return <ActivityFields condition={condition} set={set} />;
  if ('date' in condition) return <DateFields condition={condition} set={set} />;
  if ('field' in condition) return <TextFields condition={condition} set={set} />;
  return <ContactProperty condition={condition} set={set} />;
}

function ContactProperty(props: FieldsOf<Of<'property'>>) {
  return <PropertyFields {...props} known={useKnownProperties()} />;
}

/** A name or the address, compared without case. */
function TextFields({ condition, set }: FieldsOf<Of<'field'>>) {
  return (
    <>
      <Select
        size="xs"
        aria-label={words.fields.field}
        allowDeselect={false}
        data={options(words.contactFields)}
        value={condition.field}
        onChange={(field) => set({ ...condition, field: field as Of<'field'>['field'] })}
      />
      <Select
        size="xs"
        aria-label={words.fields.operator}
        allowDeselect={false}
        data={options(words.textOperators)}
        value={condition.op}
        onChange={(op) => set({ ...condition, op: op as Of<'field'>['op'] })}
      />
      <TextInput
        size="xs"
        aria-label={words.fields.value}
        placeholder={words.fieldExamples[condition.field]}
        value={condition.value}
        onChange={(event) => set({ ...condition, value: event.currentTarget.value })}
      />
    </>
  );
}

function TopicFields({ condition: { topic, state }, set }: FieldsOf<Of<'topic'>>) {
  return (
    <>
      <Select
        size="xs"
        aria-label={words.fields.state}
        data={options(words.states)}
        value={state}
        onChange={(next) => set({ topic, state: next as Of<'topic'>['state'] })}
      />
      <TopicSelect
        size="xs"
        aria-label={words.fields.topic}
        value={topic}
        onChange={(next) => set({ topic: next ?? '', state })}
      />
    </>
  );
}

function DateFields({ condition, set }: FieldsOf<Of<'date'>>) {
  const { date, op, value } = condition;
  const changeOperator = (next: string | null) =>
    next === 'within_days'
      ? set({ date, op: 'within_days', value: 30 })
      : set({ date, op: next as 'before' | 'after', value: new Date().toISOString() });
  return (
    <>
      <Select
        size="xs"
        aria-label={words.fields.date}
        data={options(words.dates)}
        value={date}
        onChange={(next) => set({ ...condition, date: next as typeof date })}
      />
      <Select
        size="xs"
        aria-label={words.fields.operator}
        data={options(words.dateOperators)}
        value={op}
        onChange={changeOperator}
      />
      {op === 'within_days' ? (
        <DaysInput value={value} set={(days) => set({ date, op, value: days })} />
      ) : (
        <TextInput
          size="xs"
          type="datetime-local"
          aria-label={words.fields.value}
          value={localTime(value)}
          onChange={(event) => {
            if (event.currentTarget.value !== '')
              set({ date, op, value: timeOfInput(event.currentTarget.value) });
          }}
        />
      )}
    </>
  );
}

function ActivityFields({ condition, set }: FieldsOf<Of<'activity'>>) {
  const action = activityActionOf(condition);
  return (
    <>
      <Select
        size="xs"
        aria-label={words.fields.operator}
        data={Object.entries(words.activityActions).map(([each, label]) => ({
          value: each,
          label: words.activityOption(label),
        }))}
        value={action}
        onChange={(next) => set(activityCondition(next as ActivityAction, condition.value))}
      />
      <DaysInput value={condition.value} set={(days) => set(activityCondition(action, days))} />
    </>
  );
}

function DaysInput({ value, set }: { readonly value: number; readonly set: (days: number) => void }) {
  return (
    <NumberInput
      size="xs"
      aria-label={words.fields.days}
      min={1}
      max={3_650}
      value={value}
      onChange={(next) => set(Number(next))}
    />
  );
}

type Operator = keyof typeof words.operators;
const ofLists: ReadonlySet<string> = new Set<Operator>(['contains', 'exists', 'missing']);

/** A property by its name, of which those that are known are offered with values that occur. */
export function PropertyFields({
  condition,
  set,
  known,
}: FieldsOf<Of<'property'>> & { readonly known: readonly KnownProperty[] }) {
  const { property } = condition;
  const operator: Operator =
    condition.op === 'exists' && condition.value === false ? 'missing' : condition.op;
  const text = condition.op === 'exists' ? '' : showProperty(condition.value);
  const isList = (name: string) => known.some((each) => each.name === name && each.isList);
  return (
    <>
      <Autocomplete
        size="xs"
        aria-label={words.fields.property}
        placeholder={words.fields.property}
        limit={50}
        data={known.map(({ name }) => name)}
        renderOption={({ option }) => <PropertyOption property={option.value} known={known} />}
        value={property}
        onChange={(next) =>
          set(
            isList(next) && operator !== 'exists' && operator !== 'missing'
              ? propertyCondition(next, 'contains', text)
              : { ...condition, property: next },
          )
        }
      />
      <Select
        size="xs"
        aria-label={words.fields.operator}
        data={options(words.operators).filter(
          ({ value }) => value === operator || !isList(property) || ofLists.has(value),
        )}
        value={operator}
        onChange={(next) => set(propertyCondition(property, next as Operator, text))}
      />
      {condition.op !== 'exists' && (
        <Autocomplete
          size="xs"
          aria-label={words.fields.value}
          placeholder={words.fields.value}
          limit={20}
          data={known.find(({ name }) => name === property)?.examples ?? []}
          value={text}
          onChange={(next) => set(propertyCondition(property, operator, next))}
        />
      )}
    </>
  );
}

function PropertyOption({
  property,
  known,
}: {
  readonly property: string;
  readonly known: readonly KnownProperty[];
}) {
  const examples = known.find(({ name }) => name === property)?.examples ?? [];
  return (
    <div>
      <Text size="sm">{property}</Text>
      {examples.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.examples(examples.slice(0, 3).join(', '))}
        </Text>
      )}
    </div>
  );
}

/** The value has the type that the comparison takes: `contains` a text, `gt` and `lt` also a number. */
function propertyCondition(property: string, operator: Operator, text: string): Condition {
  const read = readProperty(text);
  switch (operator) {
    case 'exists':
    case 'missing':
      return { property, op: 'exists', value: operator === 'exists' };
    case 'contains':
      return { property, op: operator, value: text };
    case 'gt':
    case 'lt':
      return { property, op: operator, value: typeof read === 'number' ? read : text };
    case 'eq':
    case 'neq':
      return { property, op: operator, value: Array.isArray(read) ? text : read };
  }
}
