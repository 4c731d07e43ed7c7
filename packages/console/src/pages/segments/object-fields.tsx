import { Input, Select } from '@mantine/core';
import { segmentTexts as words } from '../../texts/segments';
import { nameIn, useForms, useImports, useSentBroadcasts, type NamedObjects } from './condition-names';
import {
  broadcastActionOf,
  broadcastCondition,
  formActionOf,
  formCondition,
  importActionOf,
  importCondition,
  type BroadcastAction,
  type Condition,
  type FormAction,
  type ImportAction,
} from './segment-conditions';
import classes from './segments.module.css';

interface FieldsOf<Key extends string> {
  readonly condition: Extract<Condition, Readonly<Record<Key, unknown>>>;
  readonly set: (condition: Condition) => void;
}

/** One that is not among the newest hundred is shown by its id. */
export function BroadcastFields({ condition, set }: FieldsOf<'broadcast'>) {
  const action = broadcastActionOf(condition);
  return (
    <ObjectFields
      label={words.fields.broadcast}
      actions={words.broadcastActions}
      action={action}
      id={condition.broadcast}
      objects={useSentBroadcasts()}
      set={(id, next) => set(broadcastCondition(id, next as BroadcastAction))}
    />
  );
}

export function FormFields({ condition, set }: FieldsOf<'form'>) {
  const action = formActionOf(condition);
  return (
    <ObjectFields
      label={words.fields.form}
      actions={words.formActions}
      action={action}
      id={condition.form}
      objects={useForms()}
      deleted={{ label: words.deletedObject.form, text: words.deletedText.form }}
      none={words.noForms}
      set={(id, next) => set(formCondition(id, next as FormAction))}
    />
  );
}

export function ImportFields({ condition, set }: FieldsOf<'import'>) {
  const action = importActionOf(condition);
  return (
    <ObjectFields
      label={words.fields.import}
      actions={words.importActions}
      action={action}
      id={condition.import}
      objects={useImports()}
      deleted={{ label: words.deletedObject.import, text: words.deletedText.import }}
      none={words.noImports}
      set={(id, next) => set(importCondition(id, next as ImportAction))}
    />
  );
}

/** What the contact did, and with which object. */
function ObjectFields({
  label,
  actions,
  action,
  id,
  objects,
  deleted,
  none,
  set,
}: {
  readonly label: string;
  readonly actions: Readonly<Record<string, string>>;
  readonly action: string;
  /** Empty: not chosen yet. */
  readonly id: string;
  readonly objects: NamedObjects;
  /** What is said of an object that no longer exists. */
  readonly deleted?: { readonly label: string; readonly text: string };
  readonly none?: string;
  readonly set: (id: string, action: string) => void;
}) {
  const known = objects.items.map(({ id: value, name }) => ({ value, label: name }));
  const isListed = id === '' || nameIn(objects, id) !== undefined;
  const isDeleted = !isListed && objects.isComplete && deleted !== undefined;
  return (
    <>
      <Select
        size="xs"
        aria-label={words.fields.operator}
        allowDeselect={false}
        data={Object.entries(actions).map(([value, text]) => ({ value, label: text }))}
        value={action}
        onChange={(next) => set(id, next ?? action)}
      />
      <Select
        size="xs"
        searchable
        aria-label={label}
        placeholder={label}
        allowDeselect={false}
        data={isListed ? known : [...known, { value: id, label: isDeleted ? deleted.label : id }]}
        value={id === '' ? null : id}
        error={isDeleted}
        onChange={(next) => set(next ?? id, action)}
        {...(none !== undefined && { nothingFoundMessage: none })}
      />
      {isDeleted && (
        <Input.Error role="alert" className={classes.fault}>
          {deleted.text}
        </Input.Error>
      )}
    </>
  );
}
