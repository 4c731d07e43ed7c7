import { Button, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { OperatorDomain } from '../../api/types';
import { personalApi } from '../../session/session';
import { resourceTexts as words } from '../../texts/operator-resources';
import { FormModal } from '../../ui/form-modal';
import { useChange } from '../../ui/use-change';
import { useFormDialog } from '../../ui/use-form-dialog';

type WarmUp = keyof typeof words.warmUpChoices;
const warmUps = Object.entries(words.warmUpChoices).map(([value, label]) => ({ value, label }));

/** Transport, pool, cap and warm-up of a domain, and the rotation of its keys. */
export function EditDomain({ domain }: { readonly domain: OperatorDomain }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`${words.edit} ${domain.name}`} onClick={open}>
        {words.edit}
      </Button>
      {isOpen && <DomainForm domain={domain} close={close} />}
    </>
  );
}

function DomainForm({ domain, close }: { readonly domain: OperatorDomain; readonly close: () => void }) {
  const { id, name, status, keys_waiting: keysWaiting } = domain;
  const params = { path: { id } };
  const { form, dialog } = useFormDialog({
    close,
    initialValues: {
      ...{ transport: domain.transport, source_pool: domain.source_pool ?? '' },
      ...{ daily_cap: (domain.daily_cap ?? '') as number | string, warm_up: 'keep' as WarmUp },
    },
    run: ({ transport, source_pool: pool, daily_cap: cap, warm_up: warmUp }) =>
      unwrap(
        personalApi.PATCH('/operator/domains/{id}', {
          params,
          body: {
            ...(transport !== domain.transport && { transport }),
            ...(pool !== (domain.source_pool ?? '') && { source_pool: pool === '' ? null : pool }),
            ...(cap !== (domain.daily_cap ?? '') && { daily_cap: cap === '' ? null : Number(cap) }),
            ...(warmUp !== 'keep' && { warm_up: warmUp }),
          },
        }),
      ),
    message: words.domainChanged,
  });
  const rotate = useChange({
    run: () => unwrap(personalApi.POST('/operator/domains/{id}/rotate-keys', { params })),
    message: words.rotated,
    done: close,
  });
  return (
    <FormModal {...dialog} title={words.editTitle(name)} action={words.save}>
      <TextInput label={words.transport} required {...form.getInputProps('transport')} />
      <TextInput label={words.pool} description={words.poolText} {...form.getInputProps('source_pool')} />
      <NumberInput
        label={words.cap}
        description={words.capText}
        min={0}
        max={999_999_999}
        allowDecimal={false}
        {...form.getInputProps('daily_cap')}
      />
      <Select label={words.warmUp} data={warmUps} allowDeselect={false} {...form.getInputProps('warm_up')} />
      {keysWaiting && <Text size="sm">{words.keysWaiting}</Text>}
      {status === 'verified' && !keysWaiting && (
        <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {words.rotate}
        </Button>
      )}
    </FormModal>
  );
}
