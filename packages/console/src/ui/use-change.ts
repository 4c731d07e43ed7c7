import { useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { SavedContext } from './dialog-context';
import { notify, notifyError } from './notify';
import { useSensitive } from './sensitive';
import { dropUnshown, useLeave } from './use-leave';
import { useOnce } from './use-once';

export interface ChangeOptions<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  readonly done?: (result: Result) => void;
  /** The page to open after the deletion of what this one shows. */
  readonly leaveTo?: string;
  /** False: what is shown no longer exists, and stays until the page is left. */
  readonly refresh?: boolean;
  readonly message?: string;
  readonly showsError?: boolean;
}

/**
 * An action that changes something, once however often its button is clicked. What is shown is read again after it, and the rest when it is
 * next opened; a failure is shown as a notification, unless the page shows `error` itself. When the API requires a recent authentication,
 * the user is asked for it, and the change is repeated.
 */
export function useChange<Input = void, Result = unknown>({
  run,
  done,
  leaveTo,
  refresh = true,
  message,
  showsError = false,
}: ChangeOptions<Input, Result>) {
  const queryClient = useQueryClient();
  const sensitive = useSensitive();
  const leave = useLeave();
  const saved = useContext(SavedContext);
  return useOnce({
    mutationFn: (input: Input) => sensitive(() => run(input)),
    onSuccess: async (result) => {
      saved?.();
      dropUnshown(queryClient);
      if (leaveTo !== undefined) await leave(leaveTo);
      else if (refresh) await queryClient.invalidateQueries();
      if (message !== undefined) notify(message);
      done?.(result);
    },
    onError: (error) => {
      if (!showsError) notifyError(error);
    },
  });
}
