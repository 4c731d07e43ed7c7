import { useMutation, type MutateOptions, type UseMutationOptions } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation that runs once for each input at a time: a second click while it runs is ignored, also before the page has shown that it
 * runs. All writes of the console go through it.
 */
export function useOnce<Input, Result>({ onSettled, ...options }: UseMutationOptions<Result, Error, Input>) {
  const running = useRef(new Set<string>());
  const mutation = useMutation<Result, Error, Input>({
    ...options,
    // A server that cannot be reached is said at once. Waiting would save later what is no longer wanted.
    networkMode: 'always',
    onSettled: (...given) => {
      running.current.delete(keyOf(given[2]));
      return onSettled?.(...given);
    },
  });
  const { mutate: start } = mutation;
  const mutate = useCallback(
    (input: Input, then?: MutateOptions<Result, Error, Input>) => {
      const key = keyOf(input);
      if (running.current.has(key)) return;
      running.current.add(key);
      start(input, then);
    },
    [start],
  ) as typeof mutation.mutate;
  return { ...mutation, mutate };
}

/** Files and functions have no text: two of them count as the same input. */
function keyOf(input: unknown): string {
  return JSON.stringify(input) ?? '';
}
