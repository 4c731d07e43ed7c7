import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { templateTexts as words } from '../../texts/templates';
import { FormModal } from '../../ui/form-modal';
import { useChange } from '../../ui/use-change';
import { starterTemplates, type StarterName } from './starter-templates';

/** Creates a template, empty or from a starter, and opens it. */
export function CreateTemplate({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { starter: 'empty' as StarterName, name: '', slug: '' } });
  const create = useChange({
    run: ({ starter, name, slug }: typeof form.values) => {
      const { subject, html, text, variables } = starterTemplates[starter];
      const content = starter === 'empty' ? {} : { subject, html, text, variables };
      return unwrap(api.POST('/templates', { body: { slug, name: name === '' ? slug : name, ...content } }));
    },
    message: words.created,
    done: ({ id }) => {
      form.reset();
      close();
      void navigate({ to: '/templates/$id', params: { id } });
    },
    showsError: true,
  });
  const choose = (value: string) => {
    const starter = value as StarterName;
    const { slug } = starterTemplates[starter];
    form.setValues({ starter, slug, name: starter === 'empty' ? '' : words.starters[starter] });
  };
  return (
    <FormModal
      opened={opened}
      close={close}
      title={words.createTitle}
      action={words.create}
      submit={form.onSubmit((values) => create.mutate(values))}
      change={create}
    >
      <Radio.Group label={words.startWith} value={form.values.starter} onChange={choose}>
        <Stack gap={6} mt={6}>
          {Object.entries(words.starters).map(([value, label]) => (
            <Radio key={value} value={value} label={label} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={words.name} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.slug} description={words.slugText} required {...form.getInputProps('slug')} />
    </FormModal>
  );
}
