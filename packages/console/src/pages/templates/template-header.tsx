import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Template } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { templateTexts as words } from '../../texts/templates';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { PageHeader, type HeaderAction } from '../../ui/page-header';
import { TemplateUses } from './template-uses';

/** State of a template, and what publishes or archives it. */
export function TemplateHeader({
  template: { id, name, slug, status, current_version: version },
  flush,
}: {
  readonly template: Template;
  /** Saves the draft. @returns whether it is saved */
  readonly flush: () => Promise<boolean>;
}) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const params = { path: { id_or_slug: id } };
  const archive: HeaderAction = {
    label: words.archive,
    destroys: true,
    asks: {
      title: words.archiveTitle,
      text: words.archiveText,
      action: words.archive,
      details: <TemplateUses templateId={id} />,
      run: () => unwrap(api.POST('/templates/{id_or_slug}/archive', { params })),
      message: words.archived,
    },
  };
  return (
    <PageHeader
      parent={{ to: '/templates', label: texts.navigation.pages.templates }}
      title={name === '' ? slug : name}
      state={<StatusBadge status={status} />}
      description={
        <Group gap="md">
          <Text span size="xs">
            {words.version(version)}
          </Text>
          <CopyValue value={slug} />
        </Group>
      }
      menu={[
        { label: words.sentWith, to: '/emails', search: { template: id } },
        ...(canChange && status !== 'archived' ? [archive] : []),
      ]}
      curl={{ path: `/templates/${slug}`, docs: 'templates#readTemplate' }}
    >
      <Button component={Link} to={`/templates/${id}/versions`} variant="default">
        {words.versions.title}
      </Button>
      {canChange && (
        <ConfirmButton
          title={words.publishTitle}
          text={words.publishText}
          action={words.publish}
          actionColor="accent"
          variant="filled"
          run={async () => {
            if (!(await flush())) throw new Error(words.notSaved);
            return unwrap(api.POST('/templates/{id_or_slug}/publish', { params }));
          }}
          message={words.published}
        />
      )}
    </PageHeader>
  );
}
