import { ActionIcon, Button, Fieldset, Input, Stack, Textarea } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { templateTexts } from '../../texts/templates';
import { CodeEditor } from '../../ui/code-editor';
import { isObject, shapeOf } from './known-shape';
import { SingleField } from './single-field';
import { labelOf } from './template-values';

const { values: words } = templateTexts;

/** A value with more is JSON: its fields would be hundreds. */
const charsMax = 5_000;
/** Parts that are nested deeper are JSON. */
const depthMax = 3;

type ValueKind = 'list' | 'object';

interface ValueProps {
  readonly label: string;
  readonly withAsterisk?: boolean;
  readonly value: unknown;
  /** Undefined: no value. */
  readonly set: (value: unknown) => void;
}

/** A list or an object, with a field for each part that its value or its fallback has, or that the template reads. */
export function StructuredField({
  type,
  fallback,
  read,
  value,
  set,
  ...field
}: ValueProps & { readonly type: ValueKind; readonly fallback: unknown; readonly read: unknown }) {
  const shown = value ?? fallback;
  // In the order in which the template reads them. Not for each change: the field of a part that is cleared stays.
  const shape = useMemo(() => {
    const known = shapeOf([isOfKind(type, read) ? read : undefined, shown, fallback]);
    if (JSON.stringify([shown, known]).length > charsMax) return undefined;
    return known ?? (type === 'list' ? [] : undefined);
  }, [type, JSON.stringify(read)]);
  return (
    <ValueField
      {...field}
      value={shown}
      set={(next) => set(fallback === undefined && isEmpty(next) ? undefined : next)}
      shape={isOfKind(type, shape) ? shape : undefined}
      kind={type}
    />
  );
}

/** @param kind of a value without a known shape; absent: any */
function ValueField({
  shape,
  kind,
  depth = 0,
  ...field
}: ValueProps & { readonly shape: unknown; readonly kind?: ValueKind; readonly depth?: number }) {
  if (typeof shape === 'string') return <SingleField {...field} type="string" />;
  if (typeof shape === 'number') return <SingleField {...field} type="number" />;
  if (typeof shape === 'boolean') return <SingleField {...field} type="boolean" />;
  if (isTextList(shape) && isTextList(field.value ?? [])) return <TextListField {...field} />;
  const parts = { ...field, depth };
  if (depth < depthMax && isObject(shape) && Object.keys(shape).length > 0)
    return <ObjectField {...parts} shape={shape} />;
  if (depth < depthMax && Array.isArray(shape) && isObject(shape[0]))
    return <RowsField {...parts} shape={shape[0]} />;
  return <JsonField {...field} kind={kind} />;
}

interface PartsProps extends ValueProps {
  readonly shape: Readonly<Record<string, unknown>>;
  readonly depth: number;
}

function ObjectField({ label, withAsterisk = false, ...parts }: PartsProps) {
  return (
    <Fieldset legend={<Legend {...{ label, withAsterisk }} />}>
      <Members {...parts} />
    </Fieldset>
  );
}

function Legend({ label, withAsterisk }: { readonly label: string; readonly withAsterisk: boolean }) {
  return (
    <Input.Label labelElement="div" required={withAsterisk}>
      {label}
    </Input.Label>
  );
}

function Members({ value, set, shape, depth }: Omit<PartsProps, 'label'>) {
  const object = isObject(value) ? value : {};
  return (
    <Stack gap="sm">
      {Object.entries(shape).map(([name, part]) => (
        <ValueField
          key={name}
          label={labelOf(name)}
          value={Object.hasOwn(object, name) ? object[name] : undefined}
          shape={part}
          depth={depth + 1}
          set={(next) => {
            const { [name]: _before, ...rest } = object;
            set(next === undefined ? rest : { ...object, [name]: next });
          }}
        />
      ))}
    </Stack>
  );
}

/** A list of objects: a row of fields for each. */
function RowsField({ label, withAsterisk = false, value, set, shape, depth }: PartsProps) {
  const add = useRef<HTMLButtonElement>(null);
  // Fields keep what is typed and not valid yet: those below a removed row are other ones.
  const [removals, setRemovals] = useState(0);
  const [added, setAdded] = useState<number | null>(null);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <Fieldset legend={<Legend {...{ label, withAsterisk }} />}>
      <Stack gap="sm">
        {rows.map((row, index) => (
          <Row
            key={`${removals} ${index}`}
            label={words.item(label, index + 1)}
            hasFocus={index === added}
            value={row}
            set={(next) => set(rows.with(index, next))}
            remove={() => {
              set(rows.toSpliced(index, 1));
              setRemovals(removals + 1);
              setAdded(null);
              add.current?.focus();
            }}
            {...{ shape, depth }}
          />
        ))}
        <Button
          ref={add}
          variant="default"
          size="compact-xs"
          w="fit-content"
          onClick={() => {
            setAdded(rows.length);
            set([...rows, {}]);
          }}
        >
          {words.add}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function Row({
  label,
  hasFocus,
  remove,
  ...parts
}: PartsProps & { readonly hasFocus: boolean; readonly remove: () => void }) {
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (hasFocus) fields.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, []);
  return (
    <Fieldset ref={fields} legend={label} pos="relative">
      <Members {...parts} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        pos="absolute"
        top={8}
        right={8}
        aria-label={words.remove(label)}
        onClick={remove}
      >
        <X size={14} />
      </ActionIcon>
    </Fieldset>
  );
}

function TextListField({ value, set, ...field }: ValueProps) {
  return (
    <Textarea
      {...field}
      description={words.lines}
      autosize
      minRows={3}
      value={isTextList(value) ? value.join('\n') : ''}
      onChange={({ currentTarget: { value: typed } }) => set(typed === '' ? [] : typed.split('\n'))}
    />
  );
}

/** A value whose parts only the template knows. */
function JsonField({ value, set, kind, ...field }: ValueProps & { readonly kind: ValueKind | undefined }) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const problem = problemOf(text, kind);
  return (
    <Input.Wrapper {...field} description={words.json} labelElement="div">
      <CodeEditor
        label={field.label}
        language="json"
        value={text}
        error={problem}
        onChange={(typed) => {
          setText(typed);
          if (problemOf(typed, kind) === undefined)
            set(typed.trim() === '' ? undefined : (JSON.parse(typed) as unknown));
        }}
      />
    </Input.Wrapper>
  );
}

function problemOf(text: string, kind: ValueKind | undefined): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return kind === undefined || isOfKind(kind, value) ? undefined : words.notOfKind[kind];
  } catch {
    return words.invalid;
  }
}

const isOfKind = (kind: ValueKind, value: unknown): boolean =>
  kind === 'list' ? Array.isArray(value) : isObject(value);

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
