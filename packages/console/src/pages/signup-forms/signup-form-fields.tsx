import { Button, Checkbox, Group as Row, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unwrap, unwrapVersioned } from '../../api/client';
import type { SignupForm } from '../../api/types';
import { asLink } from '../../editor/document-links';
import type { Differences } from '../../saving/differences';
import { showSaved } from '../../saving/show-saved';
import { RestoredNote } from '../../saving/restored-note';
import { SaveState } from '../../saving/save-state';
import { useAutosave } from '../../saving/use-autosave';
import { useKeptInput } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { useReader } from '../../session/use-read';
import { savingTexts } from '../../texts/saving';
import { signupFormTexts as words } from '../../texts/signup-forms';
import { Dialog } from '../../ui/dialog';
import { FormModal } from '../../ui/form-modal';
import { FromField } from '../../ui/from-field';
import { TopicsSelect } from '../topics/topic-select';
import { TopicsDifference } from '../topics/topics-difference';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { FormPreview } from './form-preview';
import classes from './form-preview.module.css';

const valuesOf = (form: SignupForm | undefined) => ({
  name: form?.name ?? '',
  from: form?.from ?? '',
  replyTo: form?.reply_to ?? '',
  topics: [...(form?.topics ?? [])],
  title: form?.title ?? '',
  description: form?.description ?? '',
  fields: [...(form?.fields ?? [])] as string[],
  redirect: form?.redirect_url ?? '',
  subject: form?.confirmation_subject ?? '',
  text: form?.confirmation_text ?? '',
  isEnabled: form?.status !== 'disabled',
});

type FormValues = ReturnType<typeof valuesOf>;

const differences: Differences<FormValues> = { topics: TopicsDifference };

const orNull = (value: string): string | null => (value === '' ? null : value);

const bodyOf = (values: FormValues) => ({
  ...{ name: values.name, from: values.from, topics: values.topics },
  reply_to: orNull(values.replyTo),
  title: orNull(values.title),
  description: orNull(values.description),
  fields: values.fields as SignupForm['fields'],
  redirect_url: orNull(asLink(values.redirect)),
  confirmation_subject: orNull(values.subject),
  confirmation_text: orNull(values.text),
  status: values.isEnabled ? ('enabled' as const) : ('disabled' as const),
});

const keptName = 'new-signup-form';

/** Creates a form. What is entered is kept in the browser until then. */
export function CreateSignupForm({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (form: SignupForm) => void;
}) {
  const { api } = useScope();
  const input = useKeptInput(keptName, valuesOf(undefined));
  const create = useChange({
    run: () => unwrap(api.POST('/signup-forms', { body: bodyOf(input.values) })),
    message: words.created,
    done: (form) => {
      input.forget();
      close();
      created(form);
    },
    showsError: true,
  });
  return (
    <FormModal
      opened
      close={() => {
        if (!input.isEmpty) notify(savingTexts.kept);
        close();
      }}
      submit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
      change={create}
      title={words.create}
      action={words.create}
      size="72rem"
      asksBeforeClosing={false}
    >
      <RestoredNote input={input} />
      <Fields draft={input.values} change={input.change} />
    </FormModal>
  );
}

/** An enabled form shows a change at once: a field is saved when it is left, and otherwise after a long pause. */
const waitMs = 10_000;

/** Changes a form, which is saved while it is edited. */
export function EditSignupForm({ form, close }: { readonly form: SignupForm; readonly close: () => void }) {
  const { api } = useScope();
  const queryClient = useQueryClient();
  const { key } = useReader('/signup-forms/{id}');
  const params = { path: { id: form.id } };
  const saving = useAutosave<FormValues, ReturnType<typeof bodyOf>, SignupForm>({
    path: `/signup-forms/${form.id}`,
    ...{ waitMs, stored: form, draftOf: valuesOf, bodyOf },
    read: () => unwrapVersioned(api.GET('/signup-forms/{id}', { params })),
    write: (body, { headers, keepalive }) =>
      unwrapVersioned(api.PATCH('/signup-forms/{id}', { params, body, headers, keepalive })),
    saved: (stored) => showSaved(queryClient, [...key, params], stored),
  });
  const end = async () => {
    if ((await saving.flush()) || window.confirm(savingTexts.leave)) close();
  };
  return (
    <Dialog opened onClose={() => void end()} title={words.editTitle} size="72rem" asksBeforeClosing={false}>
      <Stack gap="sm" onBlur={saving.onBlur}>
        <SaveState saving={saving} labels={words.draftFields} differences={differences} />
        <Fields draft={saving.draft} change={saving.change} />
        <Row justify="flex-end">
          <Button onClick={() => void end()}>{words.done}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** The fields, with the pages and the email that they make. */
function Fields({ draft, change }: FieldsProps) {
  return (
    <div className={classes.columns}>
      <Stack gap="md">
        <FormFields {...{ draft, change }} />
        <PageFields {...{ draft, change }} />
        <ConfirmationFields {...{ draft, change }} />
        <AfterFields {...{ draft, change }} />
      </Stack>
      <FormPreview form={previewedForm(draft)} redirect={draft.redirect} />
    </div>
  );
}

/** What visitors see: a form without a title of its own has its name as title. */
function previewedForm({ name, title, description, fields, topics, subject, text }: FormValues) {
  return {
    ...{ topics, fields: fields as SignupForm['fields'] },
    title: orNull(title.trim() === '' ? name.trim() : title.trim()),
    description: orNull(description.trim()),
    confirmation_subject: orNull(subject.trim()),
    confirmation_text: orNull(text.trim()),
  };
}

interface FieldsProps {
  readonly draft: FormValues;
  readonly change: (changed: Partial<FormValues>) => void;
}

type TextField = Exclude<keyof FormValues, 'topics' | 'fields' | 'isEnabled'>;

const textOf =
  ({ draft, change }: FieldsProps) =>
  (name: TextField) => ({
    value: draft[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });

function FormFields({ draft, change }: FieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label={words.fields.name}
        description={words.fields.nameText}
        required
        data-autofocus
        {...textOf({ draft, change })('name')}
      />
      <TopicsSelect
        label={words.fields.topics}
        description={words.fields.topicsText}
        required
        value={draft.topics}
        onChange={(topics) => change({ topics })}
      />
      <Checkbox
        size="xs"
        label={words.fields.enabled}
        description={words.fields.enabledText}
        checked={draft.isEnabled}
        onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function PageFields({ draft, change }: FieldsProps) {
  const text = textOf({ draft, change });
  return (
    <Group legend={words.groups.page}>
      <TextInput label={words.fields.title} placeholder={words.fields.titleDefault} {...text('title')} />
      <Textarea
        label={words.fields.description}
        description={words.fields.descriptionText}
        placeholder={words.fields.descriptionDefault}
        autosize
        minRows={2}
        {...text('description')}
      />
      <Checkbox.Group
        label={words.fields.names}
        description={words.fields.namesText}
        value={draft.fields}
        onChange={(names) => change({ fields: names })}
      >
        <Row mt={6}>
          {Object.entries(words.fields.nameFields).map(([value, label]) => (
            <Checkbox key={value} size="xs" value={value} label={label} />
          ))}
        </Row>
      </Checkbox.Group>
    </Group>
  );
}

function ConfirmationFields({ draft, change }: FieldsProps) {
  const text = textOf({ draft, change });
  return (
    <Group legend={words.groups.confirmation}>
      <FromField
        label={words.fields.from}
        description={words.fields.fromText}
        stream="any"
        value={draft.from}
        onChange={(from) => change({ from })}
      />
      <TextInput
        label={words.fields.replyTo}
        placeholder={words.fields.replyToDefault}
        {...text('replyTo')}
      />
      <TextInput
        label={words.fields.subject}
        placeholder={words.fields.subjectDefault}
        {...text('subject')}
      />
      <Textarea
        label={words.fields.text}
        description={words.fields.textText}
        placeholder={words.fields.textDefault}
        autosize
        minRows={2}
        {...text('text')}
      />
    </Group>
  );
}

function AfterFields({ draft, change }: FieldsProps) {
  return (
    <Group legend={words.groups.after}>
      <TextInput
        inputMode="url"
        label={words.fields.redirect}
        description={words.fields.redirectText}
        placeholder={words.fields.redirectDefault}
        {...textOf({ draft, change })('redirect')}
      />
    </Group>
  );
}

function Group({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      <Stack gap="sm">{children}</Stack>
    </fieldset>
  );
}
