import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { unwrap, unwrapVersioned } from '../../api/client';
import type { Topic } from '../../api/types';
import { changeShown } from '../../saving/change-shown';
import { useScope } from '../../session/scope';
import { topicTexts as words } from '../../texts/contacts';
import { ArchiveLink } from '../../ui/archive-link';
import { DeleteObject } from '../../ui/delete-object';
import { FormModal } from '../../ui/form-modal';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';
import { TopicSubscribers } from './topic-subscribers';

interface TopicFormProps {
  readonly topic: Topic | undefined;
  readonly created?: (slug: string) => void;
  readonly close: () => void;
}

/** Creates a topic, or changes and deletes the given one. */
export function TopicForm(props: TopicFormProps) {
  const { topic, close } = props;
  const { form, dialog } = useTopicForm(props);
  return (
    <FormModal
      {...dialog}
      title={topic === undefined ? words.create : words.editTitle}
      action={topic === undefined ? words.create : words.save}
    >
      {topic !== undefined && <TopicSubscribers slug={topic.slug} isEdited={form.isDirty()} />}
      <TextInput
        label={words.name}
        required
        data-autofocus
        {...(topic === undefined ? nameWithSlug(form) : form.getInputProps('name'))}
      />
      <TextInput
        label={words.slug}
        description={words.slugText}
        required
        disabled={topic !== undefined}
        {...form.getInputProps('slug')}
      />
      <Textarea
        label={words.descriptionLabel}
        description={words.descriptionText}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Checkbox size="xs" label={words.optIn} {...form.getInputProps('optIn', { type: 'checkbox' })} />
      <Checkbox size="xs" label={words.isPublic} {...form.getInputProps('isPublic', { type: 'checkbox' })} />
      <Checkbox
        size="xs"
        label={words.archive}
        description={words.archiveText}
        {...form.getInputProps('archive', { type: 'checkbox' })}
      />
      {topic?.archive_url && <ArchiveLink url={topic.archive_url} />}
      {topic !== undefined && (
        <DeleteObject
          path="/topics/{slug}"
          params={{ slug: topic.slug }}
          words={{ ...words, deleteTitle: words.deleteTitle(topic.name) }}
          done={close}
          w="fit-content"
        />
      )}
    </FormModal>
  );
}

function useTopicForm({ topic, created, close }: TopicFormProps) {
  const { api } = useScope();
  return useFormDialog({
    close,
    initialValues: {
      slug: topic?.slug ?? '',
      name: topic?.name ?? '',
      description: topic?.description ?? '',
      optIn: topic?.default_opt_in ?? false,
      isPublic: topic?.visibility !== 'private',
      archive: topic?.archive ?? false,
    },
    run: ({ slug, name, description, optIn, isPublic, archive }) => {
      const body = {
        name,
        description: description === '' ? null : description,
        default_opt_in: optIn,
        visibility: isPublic ? ('public' as const) : ('private' as const),
        archive,
      };
      if (topic === undefined) return unwrap(api.POST('/topics', { body: { slug, ...body } }));
      const params = { path: { slug: topic.slug } };
      return changeShown({
        shown: topic,
        fieldsOf: (each) => [each.name, each.description, each.default_opt_in, each.visibility, each.archive],
        read: () => unwrapVersioned(api.GET('/topics/{slug}', { params })),
        write: (headers) => unwrap(api.PATCH('/topics/{slug}', { params, body, headers })),
      });
    },
    message: topic === undefined ? words.created : words.saved,
    done: ({ slug }) => created?.(slug),
  });
}
