import { useForm, type UseFormInput } from '@mantine/form';
import { useChange } from './use-change';

/** The form of a `FormModal`. Once its change has run, the dialog closes and the form is empty again. */
export function useFormDialog<Values extends object, Result = unknown>({
  close,
  run,
  message,
  done,
  ...input
}: UseFormInput<Values> & {
  readonly close: () => void;
  readonly run: (values: Values) => Promise<Result>;
  readonly message?: string;
  readonly done?: (result: Result) => void;
}) {
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
  const end = () => {
    form.clearErrors();
    close();
  };
  return { form, dialog: { close: end, change, submit: form.onSubmit((values) => change.mutate(values)) } };
}
