import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { OperatorReview } from '../../api/types';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { reviewTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CodeBlock, CopyValue } from '../../ui/copy';
import { notify } from '../../ui/notify';
import { Facts, Panel, type FactList } from '../../ui/panel';
import { Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { EmailPreview } from '../emails/email-preview';
import { OperatorPage } from './operator-page';

/** An email that was held for review, with its content, and the decision about it. */
export function ReviewPage() {
  const id = usePathId();
  const query = useRead('/operator/reviews/{id}', { path: { id } });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const isUndecided = data.status === 'flagged' || data.status === 'pending';
  return (
    <OperatorPage
      parent={{ to: '/operator/reviews', label: texts.navigation.pages.reviews }}
      title={data.subject === '' ? words.noSubject : data.subject}
      state={<StatusBadge status={data.status} />}
      description={data.reasons.map(({ code, detail }) => `${code}: ${detail}`).join('. ')}
      actions={isUndecided && <Decision id={data.id} />}
    >
      <Stack>
        <Panel title={words.about}>
          <Facts facts={factsOf(data)} />
        </Panel>
        <Content review={data} />
      </Stack>
    </OperatorPage>
  );
}

function factsOf(review: OperatorReview): FactList {
  const { facts } = words;
  return [
    [facts.id, <CopyValue key="id" value={review.id} />],
    [
      facts.organization,
      <Anchor
        key="organization"
        component={Link}
        to={`/operator/organizations/${review.organization_id}`}
        size="sm"
      >
        {review.organization}
      </Anchor>,
    ],
    [facts.from, review.from],
    [facts.to, review.to.join(', ')],
    [facts.status, <StatusBadge key="status" status={review.status} />],
    [facts.email, <StatusBadge key="email" status={review.email_status} />],
    [facts.created, <Time key="created" at={review.created_at} />],
    ...(review.decided_at === null
      ? []
      : ([
          [facts.decided, <Time key="decided" at={review.decided_at} />],
          [facts.decidedBy, review.decided_by],
        ] as const)),
  ];
}

function Decision({ id }: { readonly id: string }) {
  const params = { path: { id } };
  return (
    <>
      <ConfirmButton
        title={words.rejectTitle}
        text={words.rejectText}
        action={words.reject}
        run={() => unwrap(personalApi.POST('/operator/reviews/{id}/reject', { params }))}
        done={({ outcome }) => notify(words.outcomes[outcome])}
      />
      <ConfirmButton
        title={words.releaseTitle}
        text={words.releaseText}
        action={words.release}
        actionColor="accent"
        variant="filled"
        run={() => unwrap(personalApi.POST('/operator/reviews/{id}/release', { params }))}
        done={({ outcome }) => notify(words.outcomes[outcome])}
      />
    </>
  );
}

function Content({ review: { html, text } }: { readonly review: OperatorReview }) {
  if (html === null && text === null)
    return (
      <Panel title={words.content}>
        <Text size="sm">{words.noContent}</Text>
      </Panel>
    );
  return (
    <Panel title={words.content} bare={html !== null}>
      {html === null ? (
        <CodeBlock code={text ?? ''} wrap label={words.content} />
      ) : (
        <EmailPreview html={html} />
      )}
    </Panel>
  );
}
