import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { X } from 'lucide-react';
import { useState } from 'react';
import { unwrap, unwrapVersioned } from '../../api/client';
import type { Organization } from '../../api/types';
import { changeShown } from '../../saving/change-shown';
import { useScope } from '../../session/scope';
import { lateRules as words } from '../../texts/settings';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { useFieldErrors } from '../../ui/use-field-errors';

type Rules = Organization['late_after'];

interface Values {
  readonly rules: { kind: string; minutes: number | string }[];
}

/** After how long an email that waits is reported as late, by kind. */
export function LateRules({ rules, canChange }: { readonly rules: Rules; readonly canChange: boolean }) {
  const { api } = useScope();
  const form = useForm<Values>({ initialValues: valuesOf(rules) });
  const [shown, setShown] = useState(rules);
  const save = useChange({
    run: (values: Values) =>
      changeShown<Pick<Organization, 'late_after'>, Organization>({
        shown: { late_after: shown },
        fieldsOf: ({ late_after: times }) => times,
        read: () => unwrapVersioned(api.GET('/organization')),
        write: (headers) =>
          unwrap(api.PATCH('/organization', { body: { late_after: values.rules.map(ruleOf) }, headers })),
      }),
    done: (saved) => {
      setShown(saved.late_after);
      form.resetDirty();
    },
    message: words.saved,
    showsError: true,
  });
  const error = useFieldErrors(form, save.error);
  return (
    <Panel title={words.title}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {words.about}
          </Text>
          <ErrorPanel error={error} />
          {form.values.rules.map((_rule, index) => (
            <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
              <TextInput
                label={words.kind}
                placeholder={words.allOthers}
                disabled={!canChange}
                flex={1}
                maxLength={64}
                {...form.getInputProps(`rules.${index}.kind`)}
              />
              <NumberInput
                label={words.minutes}
                required
                disabled={!canChange}
                w="8rem"
                min={1}
                max={10_080}
                {...form.getInputProps(`rules.${index}.minutes`)}
              />
              {canChange && (
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={words.remove}
                  onClick={() => form.removeListItem('rules', index)}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          ))}
          {canChange && (
            <Group gap="xs">
              <Button
                variant="default"
                onClick={() => form.insertListItem('rules', { kind: '', minutes: 10 })}
              >
                {words.add}
              </Button>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                {words.save}
              </Button>
            </Group>
          )}
          {!canChange && rules.length === 0 && <Text size="sm">{words.none}</Text>}
        </Stack>
      </form>
    </Panel>
  );
}

function valuesOf(rules: Rules): Values {
  return { rules: rules.map(({ kind, seconds }) => ({ kind: kind ?? '', minutes: seconds / 60 })) };
}

/** Without a kind: all others. */
function ruleOf({ kind, minutes }: Values['rules'][number]): Rules[number] {
  return { kind: kind.trim() === '' ? null : kind.trim(), seconds: Math.round(Number(minutes) * 60) };
}
