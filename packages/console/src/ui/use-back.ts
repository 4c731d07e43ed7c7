import { useHotkeys } from '@mantine/hooks';
import { useCanGoBack, useNavigate } from '@tanstack/react-router';

/** Escape returns to the list as it was: its filters, and the row that had the focus. */
export function useBack(list: string): void {
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const back = () => {
    // Escape closes what is open above the page first.
    if (document.querySelector('[role="dialog"], [role="listbox"]') !== null) return;
    if (canGoBack) window.history.back();
    else void navigate({ to: list });
  };
  useHotkeys([['Escape', back]]);
}
