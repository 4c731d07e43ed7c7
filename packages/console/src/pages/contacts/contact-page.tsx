import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { settle } from '../../api/client';
import type { Contact, ContactDetail } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { contactTexts as words } from '../../texts/contacts';
import { texts } from '../../texts/texts';
import { BackLink } from '../../ui/back-link';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel, type FactList } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { searchOf } from '../../ui/search-of';
import { ExactTime } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { ConsentHistory } from './consent-history';
import { ContactSubscriptions } from './contact-subscriptions';
import { ContactTimeline } from './contact-timeline';
import { EditContact } from './edit-contact';
import { ErasePerson } from './erase-person';
import { showProperty } from './property-values';
import classes from './contacts.module.css';

export function ContactPage() {
  const id = usePathId();
  const query = useRead('/contacts/{id_or_email}', { path: { id_or_email: id } });
  const { data: contact } = query;
  if (contact === undefined) return <PendingPage query={query} />;
  const properties = Object.entries(contact.properties);
  return (
    <>
      <BackLink to="/contacts" label={texts.navigation.pages.contacts} />
      <PageHeader
        title={contact.email}
        description={
          <Group gap="md">
            <StatusBadge status={contact.status} />
            <span>{words.statusTexts[contact.status]}</span>
          </Group>
        }
        curl={{ path: `/contacts/${contact.id}`, docs: 'contacts#readContact' }}
      >
        <Actions contact={contact} />
      </PageHeader>
      <div className={classes.columns}>
        <Stack>
          <Panel title={words.details}>
            <Facts facts={factsOf(contact)} />
          </Panel>
          <Panel title={words.activity.title}>
            <Activity activity={contact.activity} />
          </Panel>
          <Panel title={words.properties.title}>
            {properties.length === 0 ? (
              <Text size="sm" c="dimmed">
                {words.properties.none}
              </Text>
            ) : (
              <Facts facts={properties.map(([name, value]) => [name, showProperty(value)])} />
            )}
          </Panel>
          <ContactTimeline contactId={contact.id} />
          <ConsentHistory contactId={contact.id} />
        </Stack>
        <ContactSubscriptions contact={contact} />
      </div>
    </>
  );
}

const factsOf = (contact: Contact): FactList => [
  [words.firstName, contact.first_name ?? texts.common.none],
  [words.lastName, contact.last_name ?? texts.common.none],
  [words.facts.created, <ExactTime key="created" at={contact.created_at} />],
  [words.facts.updated, <ExactTime key="updated" at={contact.updated_at} />],
  [words.facts.id, <CopyValue key="id" value={contact.id} />],
];

function Activity({ activity }: Pick<ContactDetail, 'activity'>) {
  if (activity === null)
    return (
      <Text size="sm" c="dimmed">
        {words.activity.unknown}
      </Text>
    );
  const at = (time: string | null) => (time === null ? words.activity.never : <ExactTime at={time} />);
  return (
    <Facts
      facts={[
        [words.activity.received, at(activity.last_received_at)],
        [words.activity.opened, at(activity.last_opened_at)],
        [words.activity.clicked, at(activity.last_clicked_at)],
      ]}
    />
  );
}

function Actions({ contact }: { readonly contact: Contact }) {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const canDelete = useHasRole('admin');
  const [isEditing, { open, close }] = useDisclosure();
  const path = { id_or_email: contact.id };
  return (
    <>
      <Button component={Link} to="/emails" search={searchOf({ to: contact.email })} variant="default">
        {words.emailsTo}
      </Button>
      <Button
        component={Link}
        to="/suppressions"
        search={searchOf({ email: contact.email })}
        variant="default"
      >
        {words.suppressionsOf}
      </Button>
      {canDelete && <ErasePerson email={contact.email} />}
      {canDelete && (
        <ConfirmButton
          title={words.deleteTitle}
          text={words.deleteText}
          action={words.delete}
          run={() => settle(api.DELETE('/contacts/{id_or_email}', { params: { path } }))}
          message={words.deleted}
          leaveTo="/contacts"
        />
      )}
      {canChange && <Button onClick={open}>{words.edit}</Button>}
      {isEditing && <EditContact contact={contact} close={close} />}
    </>
  );
}
