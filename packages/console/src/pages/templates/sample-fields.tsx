import { Stack } from '@mantine/core';
import type { TemplateVariable } from '../../api/types';
import { templateTexts } from '../../texts/templates';
import { Panel } from '../../ui/panel';
import { valueOf } from './template-values';
import { VariableField } from './variable-field';

/** What the preview and a test are rendered with. */
export function SampleFields({
  variables,
  parts,
  data,
  set,
}: {
  readonly variables: readonly TemplateVariable[];
  readonly parts: unknown;
  readonly data: Readonly<Record<string, unknown>>;
  readonly set: (key: string, value: unknown) => void;
}) {
  const named = variables.filter(({ key }) => key !== '');
  if (named.length === 0) return null;
  return (
    <Panel title={templateTexts.preview.data}>
      <Stack gap="sm">
        {named.map((variable) => (
          <VariableField
            key={`${variable.key} ${variable.type}`}
            variable={variable}
            value={data[variable.key]}
            read={valueOf(parts, variable.key)}
            set={(value) => set(variable.key, value)}
          />
        ))}
      </Stack>
    </Panel>
  );
}
