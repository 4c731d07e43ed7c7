import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../api/client';
import type { SavedBlockSummary } from '../api/types';
import { useHasRole, useScope } from '../session/scope';
import { editorTexts } from '../texts/editor';
import { DeleteObject } from '../ui/delete-object';
import { Dialog } from '../ui/dialog';
import { DialogFoot } from '../ui/dialog-foot';
import { FormModal } from '../ui/form-modal';
import { LoadMore } from '../ui/load-more';
import { useChange } from '../ui/use-change';
import { useFormDialog } from '../ui/use-form-dialog';
import { useList } from '../ui/use-list';
import { insertBlocks, selectedBlocks } from './block-range';
import classes from './editor.module.css';

const { saved: words } = editorTexts;

interface SavedProps {
  readonly editor: Editor;
  readonly close: () => void;
}

/** Saves the selected blocks under a name. */
export function SaveBlocks({ editor, close }: SavedProps) {
  const { api } = useScope();
  const [blocks] = useState(() => selectedBlocks(editor));
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { name: '' },
    run: ({ name }) => unwrap(api.POST('/saved-blocks', { body: { name, blocks } })),
    message: words.created,
  });
  return (
    <FormModal {...dialog} title={words.save} action={words.save} submit={contained(dialog.submit)}>
      <Text size="sm">{words.selected(blocks.length)}</Text>
      <TextInput
        label={words.name}
        description={words.nameText}
        required
        maxLength={words.nameMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
}

/** All saved blocks of the organization: to insert, rename and delete. */
export function SavedBlocks({ editor, close }: SavedProps) {
  const { api } = useScope();
  const query = useList('/saved-blocks', {}, { refresh: false });
  const insert = useChange({
    run: (id: string) => unwrap(api.GET('/saved-blocks/{id}', { params: { path: { id } } })),
    refresh: false,
    done: ({ blocks }) => {
      insertBlocks(editor, blocks);
      close();
    },
    showsError: true,
  });
  const saved = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Dialog opened onClose={close} title={words.title} size="lg" asksBeforeClosing={false}>
      <Stack gap="sm">
        {query.isSuccess && saved.length === 0 && <Text size="sm">{words.none}</Text>}
        <ul className={classes.saved} aria-label={words.title}>
          {saved.map((each) => (
            <SavedBlock
              key={each.id}
              saved={each}
              isInserting={insert.isPending}
              insert={() => insert.mutate(each.id)}
            />
          ))}
        </ul>
        <LoadMore query={query} />
        <DialogFoot error={insert.error ?? query.error}>
          <Button variant="default" onClick={close}>
            {words.close}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

function SavedBlock({
  saved: { id, name },
  isInserting,
  insert,
}: {
  readonly saved: SavedBlockSummary;
  readonly isInserting: boolean;
  readonly insert: () => void;
}) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const params = { path: { id } };
  const rename = useFormDialog({
    initialValues: { name },
    run: (values: { name: string }) => unwrap(api.PATCH('/saved-blocks/{id}', { params, body: values })),
    message: words.renamed,
  });
  return (
    <li>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          disabled={isInserting}
          onClick={insert}
          aria-label={words.insertNamed(name)}
        >
          {words.insert}
        </Button>
        {canChange && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              onClick={rename.open}
              aria-label={words.renameNamed(name)}
            >
              {words.rename}
            </Button>
            <DeleteObject
              path="/saved-blocks/{id}"
              params={params.path}
              words={words}
              size="compact-sm"
              aria-label={words.deleteNamed(name)}
            />
          </>
        )}
      </Group>
      <FormModal
        {...rename.dialog}
        submit={contained(rename.dialog.submit)}
        title={words.rename}
        action={words.rename}
      >
        <TextInput
          label={words.name}
          required
          maxLength={words.nameMax}
          data-autofocus
          {...rename.form.getInputProps('name')}
        />
      </FormModal>
    </li>
  );
}

/** The page's own form around the editor is another one. */
const contained =
  (submit: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    submit(event);
  };
