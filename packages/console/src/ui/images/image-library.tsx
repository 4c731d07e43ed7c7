import { Button, FileButton, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ClipboardEvent, type DragEvent } from 'react';
import type { Image } from '../../api/types';
import { imageTexts as words } from '../../texts/images';
import { Dialog } from '../dialog';
import { DialogFoot } from '../dialog-foot';
import { ErrorPanel } from '../error-panel';
import { LoadMore } from '../load-more';
import { useList } from '../use-list';
import { ImageDetails } from './image-details';
import { useUploads } from './use-uploads';
import classes from './images.module.css';

const accepted = 'image/png,image/jpeg,image/gif,image/webp';
/** How long after the last key the list is searched. */
const typingMs = 300;

/** All images of the organization: to upload, find, describe, pick and delete. */
export function ImageLibrary({
  close,
  onPick,
  action = words.use,
}: {
  readonly close: () => void;
  readonly onPick?: ((image: Image) => void) | undefined;
  readonly action?: string | undefined;
}) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Image | null>(null);
  const { upload, error, left } = useUploads((image) => {
    setChosen(image);
    setText('');
  });
  const start = (files: readonly File[]) => {
    if (files.length > 0 && left === 0) upload(files);
  };
  return (
    <Dialog opened onClose={close} title={words.title} size="xl" asksBeforeClosing={false}>
      <Stack gap="sm" onPaste={(event) => start(filesOf(event))} {...dropTarget(start)}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={words.search}
            type="search"
            flex={1}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FileButton multiple accept={accepted} onChange={start}>
            {(props) => (
              <Button {...props} loading={left > 0}>
                {words.upload}
              </Button>
            )}
          </FileButton>
        </Group>
        <Text size="xs" c="dimmed" role="status">
          {left > 0 ? words.uploading(left) : words.drop}
        </Text>
        <div className={classes.columns}>
          <Images text={text} chosen={chosen} choose={setChosen} />
          {chosen === null ? (
            <Text size="sm" c="dimmed">
              {words.choose}
            </Text>
          ) : (
            <ImageDetails
              key={chosen.id}
              image={chosen}
              action={action}
              pick={
                onPick &&
                ((image) => {
                  close();
                  onPick(image);
                })
              }
              changed={setChosen}
            />
          )}
        </div>
        <DialogFoot error={error}>
          <Button variant="default" onClick={close}>
            {words.close}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

function Images({
  text,
  chosen,
  choose,
}: {
  readonly text: string;
  readonly chosen: Image | null;
  readonly choose: (image: Image) => void;
}) {
  const [settled] = useDebouncedValue(text.trim(), typingMs);
  const query = useList('/images', settled === '' ? {} : { query: { search: settled } }, { refresh: false });
  const images = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (query.isError && images.length === 0)
    return <ErrorPanel error={query.error} retry={() => void query.refetch()} />;
  if (query.isSuccess && images.length === 0 && !query.hasNextPage)
    return (
      <div>
        <Text fw={600}>{settled === '' ? words.none : words.noneFound}</Text>
        {settled === '' && (
          <Text size="sm" c="dimmed">
            {words.noneText}
          </Text>
        )}
      </div>
    );
  return (
    <div>
      <ul className={classes.grid} aria-label={words.title}>
        {images.map((image) => (
          <li key={image.id}>
            <UnstyledButton
              className={classes.image}
              aria-pressed={image.id === chosen?.id}
              onClick={() => choose(image)}
            >
              <img src={image.url} alt="" loading="lazy" />
              <span>{image.name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </div>
  );
}

function dropTarget(start: (files: readonly File[]) => void) {
  return {
    // Otherwise the browser opens the file in place of the console.
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      start(imagesOf(event.dataTransfer.files));
    },
  };
}

function filesOf({ clipboardData }: ClipboardEvent): readonly File[] {
  return imagesOf(clipboardData.files);
}

function imagesOf(files: FileList): readonly File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'));
}
