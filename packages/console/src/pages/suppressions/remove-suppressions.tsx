import { Button, Text, TextInput } from '@mantine/core';
import { settle } from '../../api/client';
import { useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { FormModal } from '../../ui/form-modal';
import { notify } from '../../ui/notify';
import { forEachId } from '../../ui/selection';
import { useFormDialog } from '../../ui/use-form-dialog';

/** A button that removes entries, after a dialog that asks why. */
export function RemoveSuppressions({
  ids,
  done,
}: {
  readonly ids: ReadonlySet<string>;
  readonly done: () => void;
}) {
  const { api } = useScope();
  const { form, dialog, open } = useFormDialog({
    initialValues: { reason: '' },
    run: async ({ reason }) => {
      const query = reason.trim() === '' ? {} : { reason };
      const { done: count, failure } = await forEachId(ids, (id) =>
        settle(api.DELETE('/suppressions/{id_or_email}', { params: { path: { id_or_email: id }, query } })),
      );
      if (count > 0) notify(words.removed(count));
      if (failure !== null) throw failure as Error;
    },
    done,
  });
  return (
    <>
      <Button variant="default" w="fit-content" onClick={open}>
        {words.remove}
      </Button>
      <FormModal {...dialog} title={words.removeTitle(ids.size)} action={words.remove}>
        <Text size="sm">{words.removeText}</Text>
        <TextInput
          label={words.removalReason}
          description={words.removalReasonText}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </FormModal>
    </>
  );
}
