import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify, notifyError } from './notify';

/**
 * An action that changes something. Lists and details are read again after it; a failure is shown as a notification, unless the page
 * shows `error` itself.
 */
export function useChange<Input = void, Result = unknown>({
  run,
  done,
  message,
  showsError = false,
}: {
  readonly run: (input: Input) => Promise<Result>;
  readonly done?: (result: Result) => void;
  readonly message?: string;
  readonly showsError?: boolean;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      await queryClient.invalidateQueries();
      if (message !== undefined) notify(message);
      done?.(result);
    },
    onError: (error) => {
      if (!showsError) notifyError(error);
    },
  });
}
