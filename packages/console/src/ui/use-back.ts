import { useHotkeys } from '@mantine/hooks';
import { useCanGoBack, useNavigate } from '@tanstack/react-router';

/** Escape returns to the list as it was: its filters, and the row that had the focus. */
export function useBack(list: string): void {
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const back = () => {
    if (isCovered()) return;
    if (canGoBack) window.history.back();
    else void navigate({ to: list });
  };
  useHotkeys([['Escape', back]]);
}

/** Whether something is open above the page: Escape closes that first. */
export function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="listbox"]') !== null;
}
