import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import classes from './shell.module.css';

/** At the top while the next page, or what a new page shows first, is loaded. */
export function ProgressLine() {
  const isOpening = useRouterState({ select: ({ isLoading }) => isLoading });
  const isFilling = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  if (!isOpening && !isFilling) return null;
  return <div className={classes.progress} aria-hidden />;
}
