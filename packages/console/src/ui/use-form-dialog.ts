import { useForm, type UseFormInput } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useChange } from './use-change';

/**
 * The form of a `FormModal`, and `open`. Once its change has run, the dialog closes and the form is empty again. With `close`, the dialog is
 * open as long as it is there.
 */
export function useFormDialog<Values extends object, Result = unknown>({
  close: closeGiven,
  run,
  message,
  done,
  ...input
}: UseFormInput<Values> & {
  readonly close?: () => void;
  readonly run: (values: Values) => Promise<Result>;
  readonly message?: string;
  readonly done?: (result: Result) => void;
}) {
  const [opened, { open, close: closeOwn }] = useDisclosure(closeGiven !== undefined);
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
  const start = () => {
    // What is edited may have changed since; what was typed stays.
    if (!form.isDirty() && input.initialValues !== undefined) {
      form.setInitialValues(input.initialValues);
      form.reset();
    }
    open();
  };
  const end = () => {
    form.clearErrors();
    close();
  };
  const submit = form.onSubmit((values) => change.mutate(values));
  return { form, open: start, dialog: { opened, close: end, change, submit } };
}
