import { Alert, Button, Stack } from '@mantine/core';
import type { ComponentType } from 'react';
import { unwrap } from '../../api/client';
import type { Organization } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { branding, settings as words } from '../../texts/settings';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { AlertRules } from './alert-rules';
import { Branding } from './branding';
import { LateRules } from './late-rules';
import { OrganizationForm } from './organization-form';

export function OrganizationPage() {
  return (
    <OrganizationTab
      title={texts.navigation.pages.organization}
      description={words.description}
      settings={OrganizationSettings}
    />
  );
}

export function BrandingPage() {
  return (
    <OrganizationTab
      title={texts.navigation.pages.branding}
      description={branding.about}
      settings={Branding}
    />
  );
}

interface SettingsProps {
  readonly organization: Organization;
  readonly canChange: boolean;
}

/** Settings that are fields of the organization. */
function OrganizationTab({
  title,
  description,
  settings: Settings,
}: {
  readonly title: string;
  readonly description: string;
  readonly settings: ComponentType<SettingsProps>;
}) {
  const canChange = useHasRole('admin');
  const query = useRead('/organization');
  const { data: organization } = query;
  if (organization === undefined) return <PendingPage query={query} />;
  return (
    <>
      <PageHeader {...{ title, description }} curl={{ path: '/organization', docs: 'organization' }} />
      <Settings organization={organization} canChange={canChange} />
    </>
  );
}

function OrganizationSettings({ organization, canChange }: SettingsProps) {
  const { id, slug, kind, plan, created_at: at } = organization;
  return (
    <Stack maw="44rem">
      {organization.under_review && (
        <Alert color="yellow" title={words.underReview}>
          {words.underReviewText}
        </Alert>
      )}
      <Panel title={words.organization}>
        <OrganizationForm organization={organization} canChange={canChange} />
      </Panel>
      <Sending organization={organization} canChange={canChange} />
      <AlertRules canChange={canChange} />
      <LateRules rules={organization.late_after} canChange={canChange} />
      <Panel title={words.about}>
        <Facts
          facts={[
            [words.id, <CopyValue key="id" value={id} />],
            [words.slug, slug],
            [words.kind, kind],
            [words.plan, plan],
            [words.created, <Time key="at" at={at} />],
          ]}
        />
      </Panel>
    </Stack>
  );
}

/** Pause and resume. */
function Sending({ organization, canChange }: SettingsProps) {
  const { api } = useScope();
  const { sending_paused_at: pausedAt, sending_paused_reason: reason } = organization;
  const pause = (paused: boolean) => unwrap(api.PATCH('/organization', { body: { sending_paused: paused } }));
  const resume = useChange({ run: () => pause(false) });
  return (
    <Panel title={words.sending}>
      <Stack align="flex-start" gap="sm">
        {pausedAt === null ? (
          <span>{words.active}</span>
        ) : (
          <span>
            {words.paused} <Time at={pausedAt} />. {reason}
          </span>
        )}
        {canChange && pausedAt === null && (
          <ConfirmButton
            title={words.pauseTitle}
            text={words.pauseText}
            action={words.pause}
            run={() => pause(true)}
          />
        )}
        {canChange && pausedAt !== null && (
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            {words.resume}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
