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

/** One check: behind a second one the schema would lose its name. */
export const requestedTrigger = trigger.superRefine(({ event, segment: id, if: filter }, context) => {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (event === 'contact.deleted')
    refuse('event', 'contact.deleted cannot start a run: deleted contacts have no runs');
  if ((event === segmentEntered) !== (id !== undefined))
    refuse('segment', `required with the event ${segmentEntered}, and with no other`);
  if (event === segmentEntered && filter !== undefined)
    refuse('if', `not with the event ${segmentEntered}: add the conditions to the segment`);
});

export const shownTrigger = z
  .object({ event: line('Name of the event.', 'user.signed_up'), segment, if: triggerFilter.optional() })
  .meta({ id: 'ShownTrigger', description: 'The event that starts a run.' });
