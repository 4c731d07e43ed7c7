import { z } from 'zod';
import { contactEventTypes } from '../events/events';
import { line } from '../fields/fields';
import { list } from '../fields/list';
import { sample } from '../fields/sample';
import { conditionsMax } from '../segments/segment-condition';
import { eventCondition } from './automation-condition';
import { eventName, segmentEntered } from './automation-step';

export { segmentEntered } from './automation-step';

const contactTriggers = contactEventTypes
  .filter((type) => type !== 'contact.deleted')
  .map((type) => `\`${type}\``)
  .join(', ');
const triggerFilter = z
  .strictObject({
    all: list(eventCondition, conditionsMax).meta({
      description: 'Up to 20 conditions about properties of the event. All must be met.',
    }),
  })
  .meta({
    id: 'TriggerFilter',
    description: 'Only events that meet these conditions start a run.',
    examples: [{ all: [{ event_property: 'topics', op: 'contains', value: 'news' }] }],
  });
const segment = z
  .uuid('must be the id of a segment')
  .optional()
  .meta({
    description: `Id of the segment, with \`${segmentEntered}\` alone: a run starts when a contact enters it.`,
    examples: [sample.segmentId],
  });

export const trigger = z.object({ event: eventName, segment, if: triggerFilter.optional() }).meta({
  id: 'AutomationTrigger',
  description: `The event that starts a run: an event from \`POST /events\`, a contact event (${contactTriggers}), or \`${segmentEntered}\` with a \`segment\`.`,
});

export const requestedTrigger = trigger
  .refine(({ event }) => event !== 'contact.deleted', {
    error: 'contact.deleted cannot start a run: deleted contacts have no runs',
    path: ['event'],
  })
  .refine(({ event, segment: id }) => (event === segmentEntered) === (id !== undefined), {
    error: `required with the event ${segmentEntered}, and with no other`,
    path: ['segment'],
  });

export const shownTrigger = z
  .object({ event: line('Name of the event.', 'user.signed_up'), segment, if: triggerFilter.optional() })
  .meta({ id: 'ShownTrigger', description: 'The event that starts a run.' });
