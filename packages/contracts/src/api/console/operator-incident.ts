import { z } from 'zod';
import { count, line, lineOrNull, objectName, time, timeOrNull } from '../fields';
import { sample } from '../sample';

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
    by: z.enum(['site', 'transport', 'source']).meta({ description: 'What the attempts have in common.' }),
    name: line('Site, transport or source address.', 'gmail.com'),
    attempts: count('Attempts that were deferred or bounced.', 40),
    recipients: count('Recipients of these attempts.', 35),
    reply: lineOrNull(
      'The most frequent reply, without ids and addresses. Null: there was none.',
      '421 4.7.0 Try again later',
    ),
  })
  .meta({ id: 'FailingGroup', description: 'Failed attempts of a site, transport or source address.' });

const operatorChange = z
  .object({
    id: line('Id of the audit entry.', sample.eventId),
    at: time('When it was made.'),
    operator: lineOrNull('Login of the operator.', 'olga@mail.example'),
    action: line('What was done.', 'site.suspend'),
    organization: lineOrNull('Slug of the organization. Null: it is of the platform.', null),
    target: lineOrNull('What was changed.', 'gmail.com'),
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
        'The five sites, transports and source addresses with the most failed attempts, of the newest 20,000 failures. Null: they were not counted in time.',
    }),
    changes: z.array(operatorChange).meta({ description: 'The newest 30 changes by operators.' }),
  })
  .meta({ id: 'PlatformIncident', description: 'What happened on the platform in the last hour.' });
export type PlatformIncident = z.infer<typeof platformIncident>;
