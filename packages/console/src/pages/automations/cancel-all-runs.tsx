import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';

const { all: words } = automationTexts.runs;

/** Cancels all running runs that the filter chooses, after an exact count. */
export function CancelAllRuns({
  automationId,
  contact,
}: {
  readonly automationId: string;
  /** Only runs of this contact; undefined: all. */
  readonly contact: string | undefined;
}) {
  const { api } = useScope();
  const [isOpen, { open, close }] = useDisclosure();
  /** Page after page. @returns how many runs */
  const cancel = async (isDryRun: boolean): Promise<number> => {
    let runs = 0;
    for (let after: string | null | undefined; after !== null;) {
      const page = await unwrap(
        api.POST('/automations/{id_or_slug}/runs/cancel', {
          params: { path: { id_or_slug: automationId } },
          body: { dry_run: isDryRun, contact, ...(after !== undefined && { after }) },
        }),
      );
      runs += page.runs;
      after = page.next;
    }
    return runs;
  };
  const count = useMutation({ mutationFn: () => cancel(true) });
  const change = useChange({ run: () => cancel(false), showsError: true, message: words.done, done: close });
  const start = () => {
    change.reset();
    count.mutate();
    open();
  };
  return (
    <>
      <Button variant="default" onClick={start}>
        {words.open}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.title}>
        <ErrorPanel error={count.error ?? change.error} />
        <Text size="sm" mb="lg" role="status">
          {count.data === undefined ? words.counting : words.text(count.data, contact)}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          {count.data !== undefined && count.data > 0 && (
            <Button color="red.9" loading={change.isPending} onClick={() => change.mutate()}>
              {words.action(count.data)}
            </Button>
          )}
        </Group>
      </Modal>
    </>
  );
}
