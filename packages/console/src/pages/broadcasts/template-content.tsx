import { Select, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { partsRead } from '../templates/known-shape';
import { objectOf } from '../templates/sample-data';
import { isOfContact, valueOf, withValue } from '../templates/template-values';
import { usePublishedTemplates } from '../templates/use-published-templates';
import { VariableField } from '../templates/variable-field';
import type { StepProps } from './broadcast-draft';

const { content: words } = broadcastTexts;
const { variables: variableWords } = words;

/** Chooses a template, and says what its variables are for all recipients. */
export function TemplateContent({ draft, change }: StepProps) {
  const templates = usePublishedTemplates();
  const chosen = templates.find(({ id }) => id === draft.templateId);
  return (
    <>
      <Select
        label={words.template}
        required
        searchable
        data={templates.map(({ id, name, slug }) => ({
          value: id,
          label: name === '' ? slug : name,
        }))}
        value={draft.templateId === '' ? null : draft.templateId}
        onChange={(id) => change({ templateId: id ?? '', templateData: '{}' })}
      />
      {chosen !== undefined && chosen.current_version !== null && (
        <TemplateValues
          key={chosen.id}
          template={chosen.id}
          version={chosen.current_version}
          draft={draft}
          change={change}
        />
      )}
    </>
  );
}

function TemplateValues({
  template,
  version,
  draft,
  change,
}: StepProps & { readonly template: string; readonly version: number }) {
  const path = { id_or_slug: template, version: String(version) };
  const { data } = useRead('/templates/{id_or_slug}/versions/{version}', { path });
  const parts = useMemo(() => partsRead([data?.html ?? null, data?.text ?? null]), [data]);
  if (data === undefined) return null;
  const values = objectOf(draft.templateData) ?? {};
  const personal = data.variables.filter(isOfContact);
  const common = data.variables.filter((variable) => !isOfContact(variable));
  return (
    <Stack gap="sm">
      {personal.length > 0 && (
        <Text size="sm">{variableWords.personal(personal.map(({ key }) => key).join(', '))}</Text>
      )}
      {common.length > 0 && (
        <Text size="xs" c="dimmed">
          {variableWords.text}
        </Text>
      )}
      {common.map((variable) => (
        <VariableField
          key={variable.key}
          variable={variable}
          value={valueOf(values, variable.key)}
          read={valueOf(parts, variable.key)}
          set={(value) =>
            change({ templateData: JSON.stringify(withValue(values, variable.key, value), null, 2) })
          }
        />
      ))}
    </Stack>
  );
}
