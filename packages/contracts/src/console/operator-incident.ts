import { z } from 'zod';
import { count, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';

const incidentInterval = z
  .object({
    from: time('Beginning of the five minutes.'),
    accepted: count('Recipients of accepted email.', 1_200),
    delivered: count('Recipients whose email a server accepted.', 1_150),
    deferred: count('Deferrals.', 40),
    failed: count('Recipients whose email bounced or failed.', 10),
  })
  .meta({ id: 'IncidentInterval', description: 'Live email of five minutes.' });

const failingGroup = z
  .object({
    by: z.enum(['site', 'transport', 'source', 'detail']).meta({
      description: 'What the recipients have in common: `detail` is why their mail was deferred or failed.',
    }),
    name: line(
      'Site, transport, source address or detail. Where no connection was made, the site is the domain of the recipients, and the transport that of the sending domain.',
      'gmail.com',
    ),
    deferrals: count('Deferrals.', 40),
    failures: count('Recipients whose email bounced or failed.', 2),
    recipients: count('Recipients of these.', 35),
    detail: lineOrNull(
      'The most frequent detail, without ids, addresses and host names. Null: there was none.',
      'busy: 421 4.7.0 Try again later',
    ),
  })
  .meta({ id: 'FailingGroup', description: 'Deferred and failed recipients that have something in common.' });

const busyOrganization = z
  .object({
    id: line('Id of the organization.', sample.eventId),
    name: line('Name of the organization.', 'Example'),
    accepted: count('Recipients of email accepted in the last hour.', 1_200),
    waiting: count('Queued emails, of the 10,000 of each lane that are due first.', 40),
  })
  .meta({ id: 'BusyOrganization', description: 'An organization that sends much, or whose email waits.' });

const changedValue = z
  .object({
    name: line('What was changed.', 'transport'),
    from: lineOrNull('Former value. Null: none.', 'mx'),
    to: lineOrNull('New value. Null: none.', 'relay'),
  })
  .meta({ id: 'ChangedValue', description: 'A value before and after a change.' });

const operatorChange = z
  .object({
    id: line('Id of the audit entry.', sample.eventId),
    at: time('When it was made.'),
    operator: lineOrNull('Login of the operator.', 'olga@mail.example'),
    action: line('What was done.', 'domain.set_transport'),
    organization: lineOrNull('Slug of the organization. Null: it is of the platform.', null),
    target: lineOrNull('What was changed, by its name or, without one, its id.', 'shop.example'),
    values: z.array(changedValue).meta({ description: 'Values that differ, up to 10.' }),
  })
  .meta({ id: 'OperatorChange', description: 'A change by an operator.' });

export const platformIncident = z
  .object({
    object: objectName('platform_incident'),
    since: time('An hour ago.'),
    intervals: z
      .array(incidentInterval)
      .nullable()
      .meta({ description: 'Live email by five minutes, oldest first. Null: it was not counted in time.' }),
    counted_since: timeOrNull(
      'From when on everything is counted: the newest 200,000 emails and events are. Null: all are counted.',
      null,
    ),
    failing: z.array(failingGroup).nullable().meta({
      description:
        'The five sites, transports, source addresses and details with the most deferrals and failures, of the newest 20,000. Null: they were not counted in time.',
    }),
    organizations: z.array(busyOrganization).nullable().meta({
      description:
        'The organizations with the most recipients accepted in the last hour, and with the most queued email. Null: they were not counted in time.',
    }),
    changes: z.array(operatorChange).meta({ description: 'The newest 30 changes by operators.' }),
  })
  .meta({ id: 'PlatformIncident', description: 'What happened on the platform in the last hour.' });
export type PlatformIncident = z.infer<typeof platformIncident>;
