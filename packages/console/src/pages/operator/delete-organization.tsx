import { Alert, Button, Checkbox, List, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { OperatorOrganization, OrganizationContents } from '../../api/types';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { resourceTexts as words } from '../../texts/operator-resources';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { Facts } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { numberText } from './figure-table';

interface Props {
  readonly organization: OperatorOrganization;
}

export function DeleteOrganization({ organization }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const deletion = useDeletion(organization);
  // Closing the dialog does not stop the deletion, and only the dialog shows its progress.
  const closeUnlessRunning = () => {
    if (!deletion.change.isPending) close();
  };
  return (
    <>
      <Button c="var(--bad)" variant="default" onClick={open}>
        {words.delete}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={closeUnlessRunning}
        title={words.deleteTitle(organization.name)}
        closeOnClickOutside={false}
        asksBeforeClosing={!deletion.change.isPending}
        size="lg"
      >
        <Confirmation organization={organization} deletion={deletion} close={closeUnlessRunning} />
      </Dialog>
    </>
  );
}

/** Shows what it owns, then deletes it after its slug was entered. */
function Confirmation({
  organization: { id, slug },
  deletion: { rows, change },
  close,
}: Props & { readonly deletion: Deletion; readonly close: () => void }) {
  const query = useRead('/operator/organizations/{id}/contents', { path: { id } });
  const [entered, enter] = useState('');
  const [isForced, force] = useState(false);
  const { data: contents } = query;
  if (contents === undefined) return <PendingPage query={query} />;
  const { refusals } = contents;
  const isForceable = refusals.length > 0 && !refusals.includes('clients');
  const canDelete = entered === slug && (refusals.length === 0 || (isForceable && isForced));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canDelete) change.mutate({ slug: entered, force: isForced });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.deleteText}</Text>
        <Contents contents={contents} />
        {refusals.length > 0 && (
          <Alert color="yellow" variant="light">
            <List size="sm">
              {refusals.map((refusal) => (
                <List.Item key={refusal}>{words.refusals[refusal]}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {isForceable && (
          <Checkbox
            label={words.force}
            checked={isForced}
            onChange={(event) => force(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label={words.confirmSlug(slug)}
          value={entered}
          onChange={(event) => enter(event.currentTarget.value)}
        />
        <Text size="sm" fw={500} role="status">
          {change.isPending && words.deleting(numberText(rows))}
        </Text>
      </Stack>
      <DialogFoot error={change.error}>
        <Button variant="default" onClick={close} disabled={change.isPending}>
          {texts.common.cancel}
        </Button>
        <Button type="submit" color="red.9" disabled={!canDelete} loading={change.isPending}>
          {words.delete}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Contents({ contents }: { readonly contents: OrganizationContents }) {
  const { contents: titles } = words;
  return (
    <Facts
      facts={[
        [titles.emails, numberText(contents.emails)],
        [titles.open, numberText(contents.open_emails)],
        [titles.inbound, numberText(contents.inbound_emails)],
        [titles.contacts, numberText(contents.contacts)],
        [titles.domains, numberText(contents.domains)],
        [titles.keys, numberText(contents.keys)],
        [titles.webhooks, numberText(contents.webhooks)],
        [titles.broadcasts, numberText(contents.broadcasts)],
        [titles.automations, numberText(contents.automations)],
      ]}
    />
  );
}

interface DeletionRequest {
  readonly slug: string;
  readonly force: boolean;
}

type Deletion = ReturnType<typeof useDeletion>;

/** In as many requests as it takes; a deletion that was interrupted goes on where it stopped. */
function useDeletion({ id, name }: OperatorOrganization) {
  const [rows, setRows] = useState(0);
  const deletePart = (body: DeletionRequest) =>
    unwrap(personalApi.POST('/operator/organizations/{id}/delete', { params: { path: { id } }, body }));
  const change = useChange({
    run: async (body: DeletionRequest) => {
      let sum = 0;
      for (let isMore = true; isMore;) {
        const part = await deletePart(body);
        sum += part.rows;
        isMore = part.is_more;
        setRows(sum);
      }
    },
    leaveTo: '/operator/organizations',
    message: words.deleted(name),
    showsError: true,
  });
  return { rows, change };
}
