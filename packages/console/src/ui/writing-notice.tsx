import { Button, Portal } from '@mantine/core';
import classes from './dialog.module.css';

/** Above everything, in place of a dialog that waits until writing has ended: a click on the button ends it, as a click on any other place. */
export function WritingNotice({ text, action }: { readonly text: string; readonly action: string }) {
  return (
    <Portal>
      <div role="status" className={classes.notice}>
        {text}
        <Button size="compact-xs">{action}</Button>
      </div>
    </Portal>
  );
}
