import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { X } from 'lucide-react';
import { broadcastTexts } from '../../texts/broadcasts';
import { Panel } from '../../ui/panel';
import { variantLetter, type StepProps } from './broadcast-draft';

const { abTest: words } = broadcastTexts;

const variantsMin = 2;
const variantsMax = 5;

/** Several subjects, of which a part of the recipients decides. */
export function AbTest({ draft, change }: StepProps) {
  return (
    <Panel
      title={words.title}
      actions={
        <Switch
          size="xs"
          label={words.on}
          checked={draft.isTest}
          onChange={(event) => change({ isTest: event.currentTarget.checked })}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      {draft.isTest && (
        <Stack gap="sm" mt="sm">
          <Variants draft={draft} change={change} />
          <Group grow align="flex-end">
            <NumberInput
              label={words.percent}
              min={1}
              max={100}
              value={draft.percent}
              onChange={(value) => change({ percent: Number(value) })}
            />
            <NumberInput
              label={words.wait}
              min={1}
              max={10_080}
              value={draft.waitMinutes}
              onChange={(value) => change({ waitMinutes: Number(value) })}
            />
            <Select
              label={words.metric}
              data={Object.entries(words.metrics).map(([value, label]) => ({ value, label }))}
              value={draft.metric}
              onChange={(value) => change({ metric: value as typeof draft.metric })}
            />
          </Group>
        </Stack>
      )}
    </Panel>
  );
}

function Variants({ draft: { variants }, change }: StepProps) {
  return (
    <>
      {variants.map((subject, index) => (
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={words.variant(variantLetter(index))}
            placeholder={words.own}
            value={subject}
            onChange={(event) => change({ variants: variants.with(index, event.currentTarget.value) })}
          />
          {variants.length > variantsMin && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={words.remove(variantLetter(index))}
              onClick={() => change({ variants: variants.toSpliced(index, 1) })}
            >
              <X size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {variants.length < variantsMax && (
        <Button
          variant="default"
          size="compact-xs"
          w="fit-content"
          onClick={() => change({ variants: [...variants, ''] })}
        >
          {words.add}
        </Button>
      )}
    </>
  );
}
