import { lazy, Suspense, useState, type ReactNode } from 'react';

const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window')).DialogWindow }));

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly size?: 'md' | 'lg' | 'xl';
  /** False: for what is shown once, and while something runs. */
  readonly closeOnClickOutside?: boolean;
  /** Whether it holds something to lose that was not typed, for example an inserted example. */
  readonly isChanged?: boolean;
  /** False: closing it loses nothing that was typed, or what was typed is being done. */
  readonly asksBeforeClosing?: boolean;
  /** For the sign-in, and for a choice that has to be made: it is above everything and cannot be closed. */
  readonly isAboveAll?: boolean;
  readonly children: ReactNode;
}

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
