import { Button, Group, Modal, Text } from '@mantine/core';
import {
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { texts } from '../texts/texts';
import { CoverContext, SavedContext, useIsAsked } from './dialog-context';
import classes from './dialog.module.css';

const { dialog: words } = texts;

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly size?: 'md' | 'lg' | 'xl' | '72rem';
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

export function DialogWindow({
  opened,
  onClose,
  title,
  size,
  closeOnClickOutside = true,
  isChanged = false,
  asksBeforeClosing = true,
  isAboveAll = false,
  children,
}: DialogProps) {
  const [isCovered, setCovered] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const saved = useCallback(() => setTyped(false), []);
  const isAsked = useIsAsked();
  useFocusReturn(opened);
  useEffect(() => {
    if (opened) return;
    setTyped(false);
    setAsking(false);
  }, [opened]);
  const holdsInput = asksBeforeClosing && (isTyped || isChanged);
  useUnloadQuestion(opened && holdsInput);
  const close = () => {
    if (holdsInput) setAsking(true);
    else onClose();
  };
  const note = (event: SyntheticEvent) => {
    if (isInput(event)) setTyped(true);
  };
  const isFree = !isCovered && !isAsked && !isAsking && !isAboveAll;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      closeOnEscape={isFree}
      closeOnClickOutside={isFree && closeOnClickOutside}
      withCloseButton={!isAboveAll}
      zIndex={isAboveAll ? aboveAll : undefined}
      // For `useAfterWriting`.
      data-above-all={isAboveAll || undefined}
      returnFocus={false}
      overlayProps={overlayProps}
      classNames={{ content: classes.content, title: classes.title }}
    >
      <CoverContext value={setCovered}>
        <SavedContext value={saved}>
          <div onInput={note} onClick={note}>
            {children}
          </div>
        </SavedContext>
      </CoverContext>
      {/* Mounted with the question: a window that listens already would take the same Escape as its own, and close. */}
      {opened && isAsking && (
        <Question
          stay={() => setAsking(false)}
          leave={() => {
            setAsking(false);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

/** The second click of a double click on what opened the dialog is beside it, and must not close it again. */
const overlayProps = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 1) event.stopPropagation();
  },
};

/** Above dialogs and notifications. */
const aboveAll = 1_000;

function Question({ stay, leave }: { readonly stay: () => void; readonly leave: () => void }) {
  return (
    <Modal
      opened
      onClose={stay}
      title={words.discardTitle}
      overlayProps={overlayProps}
      classNames={{ title: classes.title }}
    >
      <Text size="sm" mb="lg">
        {words.discardText}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={leave} c="var(--bad)">
          {words.discard}
        </Button>
        <Button onClick={stay} data-autofocus>
          {words.keep}
        </Button>
      </Group>
    </Modal>
  );
}

/** Something was typed or chosen in this dialog, and not in one that it has opened. Lists of options are outside of it in the document. */
function isInput({ type, target, currentTarget }: SyntheticEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (type === 'input') return currentTarget.contains(target);
  return target.closest('[role="option"]') !== null;
}

/** Reloading or closing the page would lose what was typed as Escape would: the browser asks first. */
function useUnloadQuestion(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsked]);
}

/** Mantine returns the focus only when a dialog closes, and not when it is removed. */
function useFocusReturn(opened: boolean): void {
  const cover = useContext(CoverContext);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (!opened) return;
    opener.current = document.activeElement;
    cover?.(true);
    return () => {
      cover?.(false);
      const { current } = opener;
      // What opened it may be gone: the first object replaces the button of an empty list, and a menu closes.
      const isThere = current?.isConnected === true && current !== document.body;
      const target = isThere ? current : document.getElementById('content');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, [opened, cover]);
}
