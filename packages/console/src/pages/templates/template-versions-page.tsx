import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Template, TemplateVersionSummary } from '../../api/types';
import { PendingPage } from '../../shell/pending-page';
import { templateTexts } from '../../texts/templates';
import { texts } from '../../texts/texts';
import { detailColumn } from '../../ui/columns';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { versionColumns, versionNumber } from '../../ui/versions';
import { usePathId } from '../../ui/use-path-id';
import { useTemplate } from './use-template';
import { VersionComparison } from './version-comparison';

const { versions: words } = templateTexts;

/** Published versions of a template, one of them compared with another or with the draft. */
export function TemplateVersionsPage() {
  const id = usePathId();
  const query = useTemplate(id);
  const { data: template } = query;
  if (template === undefined) return <PendingPage query={query} />;
  return <Versions template={template} />;
}

function Versions({ template }: { readonly template: Template }) {
  const { id, name, slug } = template;
  const [{ version, with: other }, change] = useFilters(['version', 'with']);
  const query = useList(
    '/templates/{id_or_slug}/versions',
    { path: { id_or_slug: id } },
    { refresh: false, idOf: ({ version: number }) => String(number) },
  );
  const chosen = versionNumber(version);
  return (
    <>
      <PageHeader
        parent={{
          ...{ to: `/templates/${id}`, label: name === '' ? slug : name },
          parent: { to: '/templates', label: texts.navigation.pages.templates },
        }}
        title={words.title}
        description={words.description}
        curl={{ path: `/templates/${slug}/versions`, docs: 'templates#listTemplateVersions' }}
      />
      <Stack>
        {chosen !== null && (
          <VersionComparison
            template={template}
            version={chosen}
            other={versionNumber(other)}
            compareWith={(next) => change({ with: next })}
          />
        )}
        <ResourceList
          label={words.title}
          query={query}
          columns={columns}
          empty={
            <EmptyState
              title={words.none}
              text={words.noneText}
              action={
                <Button component={Link} to={`/templates/${id}`} variant="default">
                  {name === '' ? slug : name}
                </Button>
              }
            />
          }
        />
      </Stack>
    </>
  );
}

const [versionColumn, ...publication] = versionColumns<TemplateVersionSummary>();
const columns: readonly Column<TemplateVersionSummary>[] = [
  versionColumn,
  detailColumn(words.subject, 'minmax(0, 1.5fr)', ({ subject }) => subject),
  ...publication,
];
