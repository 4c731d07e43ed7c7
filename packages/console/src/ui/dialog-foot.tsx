import { Group } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel';
import classes from './dialog.module.css';

/**
 * The end of a dialog: its error and its buttons, which stay in view. A new error gets the focus; where fields are marked, the first of
 * them.
 */
export function DialogFoot({ error, children }: { readonly error?: unknown; readonly children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    // The marks are in the document with the next frame.
    const frame = requestAnimationFrame(() => focusProblem(foot.current));
    return () => cancelAnimationFrame(frame);
  }, [error]);
  return (
    <div className={classes.foot} ref={foot}>
      <div className={classes.error} tabIndex={-1} data-error>
        <ErrorPanel error={error} />
      </div>
      <Group justify="flex-end" gap="xs">
        {children}
      </Group>
    </div>
  );
}

function focusProblem(foot: HTMLElement | null): void {
  const around = foot?.closest('form') ?? foot;
  const problem =
    around?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    foot?.querySelector<HTMLElement>('[data-error]');
  problem?.focus();
}
