import { Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { SignupForm } from '../../api/types';
import { useScope } from '../../session/scope';
import { signupFormTexts as words } from '../../texts/signup-forms';
import { FormModal } from '../../ui/form-modal';
import { FromField } from '../../ui/from-field';
import { TopicsSelect } from '../../ui/topic-select';
import { useFormDialog } from '../../ui/use-form-dialog';

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

const orNull = (value: string): string | null => (value === '' ? null : value);

const bodyOf = (values: FormValues) => ({
  ...{ name: values.name, from: values.from, topics: values.topics },
  reply_to: orNull(values.replyTo),
  title: orNull(values.title),
  description: orNull(values.description),
  fields: values.fields as SignupForm['fields'],
  redirect_url: orNull(values.redirect),
  confirmation_subject: orNull(values.subject),
  confirmation_text: orNull(values.text),
  status: values.isEnabled ? ('enabled' as const) : ('disabled' as const),
});

/** Creates a form, or changes the given one. */
export function SignupFormFields({
  signupForm,
  close,
  saved,
}: {
  readonly signupForm?: SignupForm;
  readonly close: () => void;
  readonly saved?: (form: SignupForm) => void;
}) {
  const { api } = useScope();
  const { form, dialog } = useFormDialog({
    close,
    initialValues: valuesOf(signupForm),
    run: (values) => {
      const body = bodyOf(values);
      return signupForm === undefined
        ? unwrap(api.POST('/signup-forms', { body }))
        : unwrap(api.PATCH('/signup-forms/{id}', { params: { path: { id: signupForm.id } }, body }));
    },
    message: signupForm === undefined ? words.created : words.saved,
    done: saved,
  });
  return (
    <FormModal
      {...dialog}
      title={signupForm === undefined ? words.create : words.editTitle}
      action={signupForm === undefined ? words.create : words.save}
      size="lg"
    >
      <TextInput label={words.fields.name} required data-autofocus {...form.getInputProps('name')} />
      <FromField
        label={words.fields.from}
        description={words.fields.fromText}
        stream="any"
        {...form.getInputProps('from')}
      />
      <TextInput label={words.fields.replyTo} {...form.getInputProps('replyTo')} />
      <TopicsSelect label={words.fields.topics} required {...form.getInputProps('topics')} />
      <TextInput label={words.fields.title} {...form.getInputProps('title')} />
      <Textarea
        label={words.fields.description}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Checkbox.Group label={words.fields.names} {...form.getInputProps('fields')}>
        <Group mt={6}>
          {Object.entries(words.fields.nameFields).map(([value, label]) => (
            <Checkbox key={value} size="xs" value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput type="url" label={words.fields.redirect} {...form.getInputProps('redirect')} />
      <TextInput label={words.fields.subject} {...form.getInputProps('subject')} />
      <Textarea
        label={words.fields.text}
        description={words.fields.textText}
        autosize
        minRows={2}
        {...form.getInputProps('text')}
      />
      <Checkbox
        size="xs"
        label={words.fields.enabled}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
    </FormModal>
  );
}
