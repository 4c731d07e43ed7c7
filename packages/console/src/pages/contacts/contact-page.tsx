import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { Contact, ContactDetail } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { contactTexts as words } from '../../texts/contacts';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel, type FactList } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { ExactTime } from '../../ui/time';
import { useDeletion } from '../../ui/use-deletion';
import { usePathId } from '../../ui/use-path-id';
import { ConsentHistory } from './consent-history';
import { ContactSubscriptions } from './contact-subscriptions';
import { ContactTimeline } from './contact-timeline';
import { EditContact } from './edit-contact';
import { ErasePerson } from './erase-person';
import { describeProperty } from './property-values';
import classes from './contacts.module.css';

export function ContactPage() {
  const id = usePathId();
  const query = useRead('/contacts/{id_or_email}', { path: { id_or_email: id } });
  const { data: contact } = query;
  if (contact === undefined) return <PendingPage query={query} />;
  const properties = Object.entries(contact.properties);
  return (
    <>
      <ContactHeader contact={contact} />
      <div className={classes.columns}>
        <Stack>
          <Panel title={words.activity.title}>
            <Activity activity={contact.activity} />
          </Panel>
          <ContactTimeline contactId={contact.id} />
          <ConsentHistory contactId={contact.id} />
        </Stack>
        <Stack>
          <ContactSubscriptions contact={contact} />
          <Panel title={words.properties.title}>
            {properties.length === 0 ? (
              <Text size="sm" c="dimmed">
                {words.properties.none}
              </Text>
            ) : (
              <Facts facts={properties.map(([name, value]) => [name, describeProperty(value)])} />
            )}
          </Panel>
          <Panel title={words.details}>
            <Facts facts={factsOf(contact)} />
          </Panel>
        </Stack>
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

function ContactHeader({ contact }: { readonly contact: Contact }) {
  const canChange = useHasRole('member');
  const canDelete = useHasRole('admin');
  const [isEditing, { open, close }] = useDisclosure();
  const [isErasing, erasure] = useDisclosure();
  const { id, email, status, first_name: first, last_name: last } = contact;
  const name = [first, last].filter(Boolean).join(' ');
  const deletion = useDeletion({
    ...{ path: '/contacts/{id_or_email}', params: { id_or_email: id }, words, leaveTo: '/contacts' },
  });
  return (
    <>
      <PageHeader
        parent={{ to: '/contacts', label: texts.navigation.pages.contacts }}
        title={name === '' ? email : name}
        state={<StatusBadge status={status} />}
        description={
          <>
            {name !== '' && <div>{email}</div>}
            {words.statusTexts[status]}
          </>
        }
        menu={[
          { label: words.suppressionsOf, to: '/suppressions', search: { email } },
          ...(canDelete
            ? [{ label: words.erase.button, destroys: true as const, run: erasure.open }, deletion]
            : []),
        ]}
        curl={{ path: `/contacts/${id}`, docs: 'contacts#readContact' }}
      >
        <Button component={Link} to="/emails" search={searchOf({ to: email })} variant="default">
          {words.emailsTo}
        </Button>
        {canChange && <Button onClick={open}>{words.edit}</Button>}
      </PageHeader>
      {isEditing && <EditContact contact={contact} close={close} />}
      <ErasePerson email={email} opened={isErasing} close={erasure.close} />
    </>
  );
}
