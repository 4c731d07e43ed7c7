import { Suspense, useState } from 'react';
import type { DialogProps } from './dialog-window';
import { lazyCode } from './lazy-code';

const DialogWindow = lazyCode(async () => ({ default: (await import('./dialog-window')).DialogWindow }));

/**
 * A dialog: the only one. Escape closes the one on top; when something was typed into it, it asks first. The focus returns to what opened it,
 * also when the dialog is removed while it is open. Its code is loaded when the first one is opened.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  );
}
