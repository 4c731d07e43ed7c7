import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Template } from '../../api/types';
import { templateTexts as words } from '../../texts/templates';
import { texts } from '../../texts/texts';
import { BackLink } from '../../ui/back-link';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { PendingPage } from '../../shell/pending-page';
import { usePathId } from '../../ui/use-path-id';
import { TemplateActions } from './template-actions';
import { TemplateEditor, useTemplateSaving } from './template-editor';
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
      <BackLink to="/templates" label={texts.navigation.pages.templates} />
      <PageHeader
        title={template.name === '' ? template.slug : template.name}
        description={
          <Group gap="md">
            <StatusBadge status={template.status} />
            <Text span size="xs">
              {words.version(template.current_version)}
            </Text>
            <CopyValue value={template.slug} />
            <Link to="/templates/$id/versions" params={{ id: template.id }}>
              {words.versions.title}
            </Link>
            <Link to="/emails" search={{ template: template.id }}>
              {words.sentWith}
            </Link>
          </Group>
        }
        curl={{ path: `/templates/${template.slug}`, docs: 'templates#readTemplate' }}
      >
        <TemplateActions template={template} flush={saving.flush} />
      </PageHeader>
      <Stack>
        <TemplateEditor template={template} saving={saving} />
        <TemplateUses templateId={template.id} />
      </Stack>
    </>
  );
}
