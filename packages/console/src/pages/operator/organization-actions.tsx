import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { OperatorOrganization } from '../../api/types';
import { personalApi } from '../../session/session';
import { organizationTexts as words } from '../../texts/operator';
import { resourceTexts } from '../../texts/operator-resources';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';
import { DeleteOrganization } from './delete-organization';
import { numberText } from './figure-table';

interface Props {
  readonly organization: OperatorOrganization;
}

export function OrganizationActions({ organization }: Props) {
  return (
    <Group gap="xs">
      <Rename organization={organization} />
      <SetPlan organization={organization} />
      {organization.sending_paused_at === null ? (
        <Pause organization={organization} />
      ) : (
        <Resume organization={organization} />
      )}
      {organization.under_review_at !== null && <Lift organization={organization} />}
      {isScreened(organization) && <Approve organization={organization} />}
      <DeleteOrganization organization={organization} />
    </Group>
  );
}

function Rename({ organization: { id, name } }: Props) {
  const { form, dialog, open } = useFormDialog({
    initialValues: { name },
    run: (body) =>
      unwrap(personalApi.POST('/operator/organizations/{id}/rename', { params: { path: { id } }, body })),
    message: resourceTexts.renamed,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {resourceTexts.rename}
      </Button>
      <FormModal {...dialog} title={resourceTexts.rename} action={resourceTexts.rename}>
        <TextInput label={resourceTexts.name} required maxLength={120} {...form.getInputProps('name')} />
      </FormModal>
    </>
  );
}

const plans: readonly OperatorOrganization['plan'][] = ['free', 'starter', 'scale', 'internal'];

function SetPlan({ organization: { id, plan } }: Props) {
  const { form, dialog, open } = useFormDialog({
    initialValues: { plan },
    run: (body) =>
      unwrap(personalApi.PATCH('/operator/organizations/{id}', { params: { path: { id } }, body })),
    message: words.planChanged,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.setPlan}
      </Button>
      <FormModal {...dialog} title={words.setPlan} action={words.setPlan}>
        <Text size="sm">{words.planText}</Text>
        <Select label={words.facts.plan} data={plans} allowDeselect={false} {...form.getInputProps('plan')} />
      </FormModal>
    </>
  );
}

function Pause({ organization: { id } }: Props) {
  const { form, dialog, open } = useFormDialog({
    initialValues: { reason: '' },
    run: (body) =>
      unwrap(personalApi.POST('/operator/organizations/{id}/pause', { params: { path: { id } }, body })),
    message: words.paused,
  });
  return (
    <>
      <Button c="var(--bad)" variant="default" onClick={open}>
        {words.pause}
      </Button>
      <FormModal {...dialog} title={words.pause} action={words.pause} actionColor="red">
        <TextInput
          label={words.pauseReason}
          description={words.pauseReasonText}
          required
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </FormModal>
    </>
  );
}

function Resume({ organization: { id, waiting_emails: waiting } }: Props) {
  return (
    <ConfirmButton
      title={words.resumeTitle}
      text={words.resumeText}
      details={<Effect texts={[words.queueEffect(waitingText(waiting))]} />}
      action={words.resume}
      actionColor="accent"
      run={() =>
        unwrap(personalApi.POST('/operator/organizations/{id}/resume', { params: { path: { id } } }))
      }
      message={words.resumed}
    />
  );
}

/** Emails are held for screening, or may be. */
const isScreened = ({ kind, approved_at: approvedAt, ...state }: OperatorOrganization): boolean =>
  state.under_review_at !== null || state.held_emails > 0 || (kind === 'client' && approvedAt === null);

function Lift({ organization: { id, held_emails: held, waiting_emails: waiting } }: Props) {
  return (
    <ConfirmButton
      title={words.liftTitle}
      text={words.liftText}
      details={
        <Effect texts={[words.queueEffect(waitingText(waiting)), words.liftEffect(held, emailsText(held))]} />
      }
      action={words.lift}
      actionColor="accent"
      run={() =>
        unwrap(personalApi.POST('/operator/organizations/{id}/lift-review', { params: { path: { id } } }))
      }
      message={words.lifted}
    />
  );
}

function Approve({ organization: { id, held_emails: held } }: Props) {
  return (
    <ConfirmButton
      title={words.approveTitle}
      text={words.approveText}
      details={<Effect texts={[words.approveEffect(held, emailsText(held))]} />}
      action={words.approve}
      actionColor="accent"
      run={() =>
        unwrap(personalApi.POST('/operator/organizations/{id}/approve', { params: { path: { id } } }))
      }
      message={words.approved}
    />
  );
}

/** How many emails it concerns. */
function Effect({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <Text key={text} size="sm" fw={500}>
      {text}
    </Text>
  ));
}

const emailsText = (emails: number): string => words.emails(emails, numberText(emails));

/** They are counted up to there. */
const waitingMax = 10_000;
const waitingText = (waiting: number): string =>
  waiting < waitingMax ? emailsText(waiting) : words.emails(waiting, words.atLeast(numberText(waiting)));
