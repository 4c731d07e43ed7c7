import { Anchor, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OperatorOrganization } from '../../api/types';
import { PendingPage } from '../../shell/pending-page';
import { organizationTexts as words } from '../../texts/operator';
import { audienceTexts } from '../../texts/operator-audience';
import { resourceTexts } from '../../texts/operator-resources';
import { texts } from '../../texts/texts';
import { CopyValue } from '../../ui/copy';
import { Facts, Panel, type FactList } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { numberText } from './figure-table';
import { OperatorPage } from './operator-page';
import { OrganizationActions } from './organization-actions';
import { OrganizationKeys } from './organization-keys';
import { SendingState } from './sending-state';
import { useOrganization } from './use-organization';

/** An organization with its state and plan, and what operators change of them. */
export function OrganizationPage() {
  const id = usePathId();
  const query = useOrganization(id);
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const { facts } = words;
  const all: FactList = [
    [facts.id, <CopyValue key="id" value={data.id} />],
    [facts.slug, data.slug],
    [facts.kind, data.kind],
    [facts.plan, data.plan],
    [facts.state, <SendingState key="state" organization={data} />],
    ...(data.sending_paused_reason === null
      ? []
      : ([[facts.pausedReason, data.sending_paused_reason]] as const)),
    ...(data.under_review_reason === null ? [] : ([[facts.reviewReason, data.under_review_reason]] as const)),
    [facts.approved, <Time key="approved" at={data.approved_at} />],
    [facts.alertEmail, data.alert_email ?? texts.common.none],
    [facts.domains, data.domains],
    [facts.keys, data.keys],
    [facts.reviews, <Reviews key="reviews" organization={data} />],
    [facts.held, numberText(data.held_emails)],
    [facts.waiting, numberText(data.waiting_emails)],
    [facts.created, <Time key="created" at={data.created_at} />],
  ];
  return (
    <OperatorPage
      parent={{ to: '/operator/organizations', label: texts.navigation.pages.organizations }}
      title={data.name}
      state={<SendingState organization={data} />}
      description={words.description}
    >
      <Stack>
        <Panel title={words.about} actions={<OrganizationActions organization={data} />}>
          <Facts facts={all} />
          <Group gap="md" mt="md">
            <Anchor component={Link} to={`/operator/organizations/${data.id}/suppressions`} size="sm">
              {audienceTexts.suppressions}
            </Anchor>
            {related.map(([to, label]) => (
              <Anchor
                key={to}
                component={Link}
                to={to}
                search={searchOf({ organization: data.slug })}
                size="sm"
              >
                {label}
              </Anchor>
            ))}
          </Group>
        </Panel>
        <OrganizationKeys id={data.id} />
      </Stack>
    </OperatorPage>
  );
}

/** Lists of the organization. */
const related = [
  ['/operator/users', resourceTexts.seeUsers],
  ['/operator/domains', resourceTexts.seeDomains],
  ['/operator/webhooks', resourceTexts.seeWebhooks],
  ['/operator/imports', resourceTexts.seeImports],
  ['/operator/audit-log', resourceTexts.seeAuditLog],
] as const;

function Reviews({
  organization: { id, undecided_reviews: reviews },
}: {
  readonly organization: OperatorOrganization;
}) {
  if (reviews === 0) return reviews;
  return (
    <>
      {numberText(reviews)}{' '}
      <Anchor component={Link} to="/operator/reviews" search={searchOf({ organization: id })} size="sm">
        {words.seeReviews}
      </Anchor>
    </>
  );
}
