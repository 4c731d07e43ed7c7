import { Modal, type ModalProps } from '@mantine/core';
import { createContext, useContext, useEffect, useState } from 'react';
import { useIsAsked } from './sensitive';

/** Tells the dialog around that another one is open above it. */
const CoverContext = createContext<((isCovered: boolean) => void) | null>(null);

/** A dialog. Escape closes the one on top only, and the focus returns to where it was, also when the dialog is removed while it is open. */
export function Dialog({ opened, children, ...modal }: ModalProps) {
  const cover = useContext(CoverContext);
  const [isCovered, setCovered] = useState(false);
  const isAsked = useIsAsked();
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    cover?.(true);
    return () => {
      cover?.(false);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [opened, cover]);
  return (
    <Modal opened={opened} closeOnEscape={!isCovered && !isAsked} {...modal}>
      <CoverContext value={setCovered}>{children}</CoverContext>
    </Modal>
  );
}
