import { Anchor } from '@mantine/core';
import { archiveTexts as words } from '../texts/contacts';
import { CopyIcon } from './copy';
import classes from './ui.module.css';

/** A public page: opens it, or copies its address. */
export function ArchiveLink({ url }: { readonly url: string }) {
  return (
    <span className={classes.id}>
      <Anchor href={url} target="_blank" rel="noopener noreferrer" fz="xs" title={url}>
        {words.open}
      </Anchor>
      <CopyIcon value={url} label={words.copy} />
    </span>
  );
}
