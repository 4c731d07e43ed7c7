import { Checkbox, NumberInput, PasswordInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { OperatorTransport, TransportKind } from '../../api/types';
import { personalApi } from '../../session/session';
import { deliveryTexts as words } from '../../texts/operator-delivery';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';

type Options = OperatorTransport['options'];

interface Values {
  readonly name: string;
  readonly kind: string;
  readonly options: Options;
  readonly secret: string;
  readonly fallback: string | null;
}

type Form = UseFormReturnType<Values>;

/** Creates a transport, or changes one. */
export function TransportForm({
  transport,
  kinds,
  names,
  close,
}: {
  readonly transport?: OperatorTransport;
  readonly kinds: readonly TransportKind[];
  /** Of all transports. */
  readonly names: readonly string[];
  readonly close: () => void;
}) {
  const isOfSettings = transport?.given_by === 'settings';
  const { form, dialog } = useFormDialog<Values>({
    close,
    initialValues: {
      ...{ name: transport?.name ?? '', kind: transport?.kind ?? 'smtp', secret: '' },
      options: transport?.options ?? smtpDefaults,
      fallback: transport?.fallback ?? null,
    },
    run: ({ name, kind, options, secret, fallback }) => {
      const given = isOfSettings ? {} : { options, ...(secret !== '' && { secret }) };
      const params = { path: { name } };
      return unwrap(
        personalApi.PUT('/operator/transports/{name}', { params, body: { kind, fallback, ...given } }),
      );
    },
    message: words.transportSaved,
  });
  const { name } = form.values;
  return (
    <FormModal
      {...dialog}
      title={transport === undefined ? words.addTransport : words.editTitle(transport.name)}
      action={words.save}
    >
      {isOfSettings && (
        <Text size="sm" c="dimmed">
          {words.fromSettings}
        </Text>
      )}
      {transport === undefined && (
        <TextInput
          label={words.transportName}
          description={words.transportNameText}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      {!isOfSettings && <KindFields form={form} kinds={kinds} isNew={transport === undefined} />}
      {!isOfSettings && (
        <PasswordInput
          label={words.secret}
          description={transport?.has_secret === true ? words.secretKept : undefined}
          autoComplete="new-password"
          {...form.getInputProps('secret')}
        />
      )}
      <Select
        label={words.fallback}
        description={words.fallbackText}
        placeholder={words.noFallback}
        data={names.filter((each) => each !== name)}
        clearable
        {...form.getInputProps('fallback')}
      />
    </FormModal>
  );
}

const smtpDefaults: Options = { port: 587, tls: 'required', user: null, final: false, connections: 20 };

function KindFields({
  form,
  kinds,
  isNew,
}: {
  readonly form: Form;
  readonly kinds: readonly TransportKind[];
  readonly isNew: boolean;
}) {
  const chosen = kinds.find(({ kind }) => kind === form.values.kind);
  return (
    <>
      {isNew && (
        <Select
          label={words.kind}
          data={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
          allowDeselect={false}
          value={form.values.kind}
          onChange={(kind) => {
            if (kind === null) return;
            form.setValues({ kind, options: kind === 'smtp' ? smtpDefaults : {} });
          }}
        />
      )}
      {Object.entries(propertiesOf(chosen)).map(([name, property]) => (
        <OptionField
          key={name}
          form={form}
          name={name}
          property={property}
          required={isRequired(chosen, name)}
        />
      ))}
    </>
  );
}

/** As much of JSON Schema as options use. */
interface Property {
  readonly title?: string;
  readonly type?: string;
  /** Of one that may be null. */
  readonly anyOf?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean | null;
}

const propertiesOf = (kind: TransportKind | undefined): Readonly<Record<string, Property>> =>
  (kind?.options['properties'] ?? {}) as Readonly<Record<string, Property>>;

/** An option that may be null may be left empty. */
const isRequired = (kind: TransportKind | undefined, name: string): boolean =>
  ((kind?.options['required'] ?? []) as readonly string[]).includes(name) &&
  propertiesOf(kind)[name]?.anyOf === undefined;

function OptionField({
  form,
  name,
  property,
  required,
}: {
  readonly form: Form;
  readonly name: string;
  readonly property: Property;
  readonly required: boolean;
}) {
  const { title: label = name, type, enum: choices, minimum, maximum } = property;
  const value = form.values.options[name] ?? property.default ?? null;
  const set = (next: Options[string]) =>
    form.setFieldValue('options', { ...form.values.options, [name]: next });
  if (choices !== undefined)
    return <Select {...{ label, required }} data={choices} value={asText(value)} onChange={set} />;
  if (type === 'boolean')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  if (type === 'integer')
    return (
      <NumberInput
        {...{ label, required }}
        min={minimum}
        max={maximum}
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => set(next === '' ? null : Number(next))}
      />
    );
  if (type === 'array')
    return (
      <TagsInput
        {...{ label, required }}
        acceptValueOnBlur
        value={Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []}
        onChange={set}
      />
    );
  return (
    <TextInput
      {...{ label, required }}
      value={asText(value)}
      onChange={({ currentTarget: { value: next } }) => set(next === '' ? null : next)}
    />
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
