import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { Image } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { imageTexts as words } from '../../texts/images';
import { DeleteObject } from '../delete-object';
import { ErrorPanel } from '../error-panel';
import { useChange } from '../use-change';
import { useFieldErrors } from '../use-field-errors';
import classes from './images.module.css';

/** The chosen image: its size, name and alternative text. What was entered is saved before the image is picked. */
export function ImageDetails({
  image,
  action,
  pick,
  changed,
}: {
  readonly image: Image;
  readonly action: string;
  readonly pick: ((image: Image) => void) | undefined;
  /** Null: it was deleted. */
  readonly changed: (image: Image | null) => void;
}) {
  const { api } = useScope();
  const canDelete = useHasRole('admin');
  const params = { path: { id: image.id } };
  const form = useForm({ initialValues: { name: image.name, alt: image.alt ?? '' } });
  const save = useChange({
    run: ({ name, alt }: typeof form.values) =>
      unwrap(api.PATCH('/images/{id}', { params, body: { name, alt } })),
    message: pick === undefined ? words.saved : undefined,
    done: (saved) => {
      form.resetDirty();
      if (pick === undefined) changed(saved);
      else pick(saved);
    },
    showsError: true,
  });
  const error = useFieldErrors(form, save.error);
  const submit = form.onSubmit((values) => {
    // An image without a text was decided to be decorative.
    if (pick !== undefined && image.alt !== null && !form.isDirty()) pick(image);
    else save.mutate(values);
  });
  return (
    <section aria-label={words.chosen}>
      <form
        onSubmit={(event) => {
          // The library may be open above another form.
          event.stopPropagation();
          submit(event);
        }}
      >
        <Stack gap="sm">
          <img className={classes.preview} src={image.url} alt={form.values.alt} />
          <Text size="xs" c="dimmed">
            {words.size(image.width, image.height, image.bytes)}
            {image.animated && `. ${words.animated}`}
          </Text>
          <ErrorPanel error={error} />
          <TextInput
            label={words.alt}
            description={words.altText}
            maxLength={words.altMax}
            {...form.getInputProps('alt')}
          />
          <TextInput label={words.name} required maxLength={words.nameMax} {...form.getInputProps('name')} />
          <Group gap="xs">
            <Button type="submit" loading={save.isPending}>
              {pick === undefined ? words.save : action}
            </Button>
            {canDelete && (
              <DeleteObject
                path="/images/{id}"
                params={params.path}
                words={words}
                done={() => changed(null)}
              />
            )}
          </Group>
        </Stack>
      </form>
    </section>
  );
}
