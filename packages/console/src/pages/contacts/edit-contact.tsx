import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { X } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/types';
import { useScope } from '../../session/scope';
import { contactTexts as words } from '../../texts/contacts';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';
import { readProperty, showProperty, type PropertyValue } from './property-values';

interface EditValues {
  firstName: string;
  lastName: string;
  properties: { name: string; value: string }[];
}

/** Changes names and properties. */
export function EditContact({ contact, close }: { readonly contact: Contact; readonly close: () => void }) {
  const { api } = useScope();
  const { form, dialog } = useFormDialog<EditValues>({
    close,
    initialValues: {
      firstName: contact.first_name ?? '',
      lastName: contact.last_name ?? '',
      properties: Object.entries(contact.properties).map(([name, value]) => ({
        name,
        value: showProperty(value),
      })),
    },
    run: ({ firstName, lastName, properties }) =>
      unwrap(
        api.POST('/contacts', {
          body: {
            email: contact.email,
            first_name: firstName === '' ? null : firstName,
            last_name: lastName === '' ? null : lastName,
            properties: changedProperties(contact, properties),
          },
        }),
      ),
    message: words.saved,
  });
  return (
    <FormModal {...dialog} title={words.editTitle} action={words.save} size="lg">
      <Group grow>
        <TextInput label={words.firstName} data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label={words.lastName} {...form.getInputProps('lastName')} />
      </Group>
      <PropertyFields form={form} />
    </FormModal>
  );
}

/** What was removed is set to null, which deletes it. */
function changedProperties(
  contact: Contact,
  properties: EditValues['properties'],
): Record<string, PropertyValue | null> {
  const kept = properties
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => [name, readProperty(value)]);
  const removed = Object.keys(contact.properties).map((name) => [name, null]);
  return Object.fromEntries([...removed, ...kept]) as Record<string, PropertyValue | null>;
}

function PropertyFields({ form }: { readonly form: UseFormReturnType<EditValues> }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {words.properties.title}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {words.properties.text}
      </Text>
      {form.values.properties.map(({ name }, index) => (
        <Group key={index} gap="xs" mb={6} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            aria-label={words.properties.name}
            placeholder={words.properties.name}
            {...form.getInputProps(`properties.${index}.name`)}
          />
          <TextInput
            size="xs"
            flex={2}
            aria-label={words.properties.value}
            placeholder={words.properties.value}
            {...form.getInputProps(`properties.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={words.properties.remove(name)}
            onClick={() => form.removeListItem('properties', index)}
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => form.insertListItem('properties', { name: '', value: '' })}
      >
        {words.properties.add}
      </Button>
    </div>
  );
}
