import { useForm, type UseFormInput } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { useChange } from './use-change';
import { useFieldErrors } from './use-field-errors';

/**
 * The form of a `FormModal`, and `open`. Once its change has run, the dialog closes and the form is empty again, and so it is when what was
 * typed is discarded. With `close`, the dialog is open as long as it is there, or as `opened` says.
 */
export function useFormDialog<Values extends object, Result = unknown>({
  close: closeGiven,
  opened: openedGiven,
  run,
  message,
  done,
  ...input
}: UseFormInput<Values> & {
  readonly close?: () => void;
  readonly opened?: boolean;
  readonly run: (values: Values) => Promise<Result>;
  readonly message?: string;
  readonly done?: (result: Result) => void;
}) {
  const [openedOwn, { open, close: closeOwn }] = useDisclosure(closeGiven !== undefined);
  const opened = openedGiven ?? openedOwn;
  const close = closeGiven ?? closeOwn;
  const form = useForm<Values>(input);
  const change = useChange({
    run,
    message,
    done: (result) => {
      form.reset();
      close();
      done?.(result);
    },
    showsError: true,
  });
  const error = useFieldErrors(form, change.error);
  const fill = () => {
    // What is edited may have changed since.
    if (input.initialValues !== undefined) form.setInitialValues(input.initialValues);
    form.reset();
  };
  const start = () => {
    fill();
    open();
  };
  useEffect(() => {
    if (openedGiven) fill();
    // Only when it is opened: what is typed stays while the page is read again.
  }, [openedGiven]);
  const end = () => {
    // What was sent is what is shown if it fails.
    if (!change.isPending) form.reset();
    close();
  };
  const submit = form.onSubmit((values) => change.mutate(values));
  const { isPending, reset } = change;
  const dialog = { opened, close: end, submit, change: { error, isPending, reset } };
  return { form, open: start, dialog: { ...dialog, isChanged: form.isDirty() } };
}
