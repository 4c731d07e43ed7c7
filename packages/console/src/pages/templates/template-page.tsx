import { Stack } from '@mantine/core';
import type { Template } from '../../api/types';
import { PendingPage } from '../../shell/pending-page';
import { usePathId } from '../../ui/use-path-id';
import { TemplateEditor, useTemplateSaving } from './template-editor';
import { TemplateHeader } from './template-header';
import { TemplateUses } from './template-uses';
import { useTemplate } from './use-template';

export function TemplatePage() {
  const id = usePathId();
  const query = useTemplate(id);
  const { data: template } = query;
  if (template === undefined) return <PendingPage query={query} />;
  return <OpenTemplate key={template.id} template={template} />;
}

function OpenTemplate({ template }: { readonly template: Template }) {
  const saving = useTemplateSaving(template);
  return (
    <>
      <TemplateHeader template={template} flush={saving.flush} />
      <Stack>
        <TemplateEditor template={template} saving={saving} />
        <TemplateUses templateId={template.id} />
      </Stack>
    </>
  );
}
