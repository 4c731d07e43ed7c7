import { Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useKeptForm } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { templateTexts as words } from '../../texts/templates';
import { FormModal } from '../../ui/form-modal';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';
import { starterTemplates, type StarterName } from './starter-templates';

interface Values {
  readonly starter: StarterName;
  readonly name: string;
  readonly slug: string;
}

function valuesOf(starter: StarterName): Values {
  const { slug } = starterTemplates[starter];
  return { starter, slug, name: starter === 'empty' ? '' : words.starters[starter] };
}

/** Creates a template, empty or from a starter, and opens it. */
export function CreateTemplate({
  opened,
  starter: given,
  close,
}: {
  readonly opened: boolean;
  /** What it begins with, in place of what was typed before. */
  readonly starter: StarterName | null;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const navigate = useNavigate();
  const kept = useKeptForm<Values>('new-template', { starter: 'empty', name: '', slug: '' });
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues: given === null ? kept.initialValues : valuesOf(given),
    onValuesChange: kept.onValuesChange,
    run: ({ starter, name, slug }) => {
      const { content } = starterTemplates[starter];
      return unwrap(api.POST('/templates', { body: { slug, name: name === '' ? slug : name, ...content } }));
    },
    message: words.created,
    done: ({ id }) => {
      kept.forget();
      void navigate({ to: '/templates/$id', params: { id } });
    },
  });
  return (
    <FormModal {...dialog} title={words.createTitle} action={words.create}>
      <Radio.Group
        label={words.startWith}
        value={form.values.starter}
        onChange={(value) => form.setValues(valuesOf(value))}
      >
        <Stack gap={6} mt={6}>
          {Object.entries(words.starters).map(([value, label]) => (
            <Radio key={value} value={value} label={label} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={words.name} data-autofocus {...nameWithSlug(form)} />
      <TextInput label={words.slug} description={words.slugText} required {...form.getInputProps('slug')} />
    </FormModal>
  );
}
