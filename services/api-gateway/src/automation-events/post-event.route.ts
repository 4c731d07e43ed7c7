import type { Principal } from '@postrider/contracts/access';
import {
  postedEvent,
  postEventRequest,
  type PostedEvent,
  type PostEventRequest,
} from '@postrider/contracts/automations';
import { sendLimits } from '@postrider/contracts/emails';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { planNamed, type PlanTable } from '@postrider/contracts/organizations';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { chooseIdempotencyKey, hashBody, isMismatch } from '@postrider/submission';
import { z } from 'zod';
import { requireUnrestricted } from '../auth/principal-scope';
import { contactAuthor } from '../contacts/contact-request';
import { replayReply } from '../http/reply';
import { defineRoute, type Route } from '../http/route';
import type { PostEvent } from './event-intake';
import type { EventToPost } from './post-events';
import type { PostedAnswer } from './post-events.repository';

interface Options {
  readonly postEvent: PostEvent;
  readonly plans: PlanTable;
}

export function postEventRoute({ postEvent, plans }: Options): Route {
  return defineRoute({
    operationId: 'postEvent',
    method: 'POST',
    path: '/events',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: postEventRequest,
    bodyBytesMax: 262_144,
    bodyValuesMax: 10_000,
    summary: 'Send a contact event',
    description:
      'Starts a run of each active automation with this trigger, and ends waits for the event. If you give an `email` that is not a contact yet, the contact is created. Set `idempotency_key` to retry safely.',
    tag: 'Automations',
    success: { status: 202, schema: postedEvent },
    documented: { headers: eventHeaders },
    errors: [
      ...(['validation_error', 'forbidden_domain', 'not_found', 'unknown_topic', 'plan_limit'] as const),
      ...(['contact_quota_exceeded', 'run_quota_exceeded', 'payload_too_large'] as const),
    ],
    handle: async ({ principal, body, headers }) => {
      requireUnrestricted(principal, 'Events start automations, which apply to the whole organization.');
      const header = headers['idempotency-key'];
      const key = chooseIdempotencyKey(
        Array.isArray(header) ? header.join(', ') : header,
        body.idempotency_key,
      );
      const bodyHash = key === null ? null : await hashBody(body);
      const result = await postEvent(eventOf(principal, body, { key, bodyHash, plans }));
      if (result.kind === 'refused') throw result.error;
      const mismatched = isMismatch(result.answer.bodyHash, bodyHash);
      return {
        status: 202,
        body: presentEvent(result.answer),
        ...replayReply({ replayed: result.isReplay, mismatched }),
      };
    },
  });
}

function presentEvent({ id, event, contactId, runsStarted }: PostedAnswer): PostedEvent {
  return { object: 'event', id, event, contact_id: contactId, runs_started: runsStarted };
}

function eventOf(
  { actor, organization }: Principal,
  body: PostEventRequest,
  {
    key,
    bodyHash,
    plans,
  }: { readonly key: string | null; readonly bodyHash: string | null; readonly plans: PlanTable },
): EventToPost {
  const plan = planNamed(organization.plan, plans);
  return {
    organizationId: organization.id,
    whose: whoseOf(body),
    event: body.event,
    properties: body.properties,
    wish: body.contact ?? {},
    author: { ...contactAuthor(actor), consent: undefined },
    idempotencyKey: key,
    bodyHash,
    contactsMax: plan.contacts,
    newContactsMax: plan.newContactsPerDay,
    runsMax: plan.automationRunsPerDay,
  };
}

/** @throws AppError `validation_error` for an address that is none, `not_found` for what cannot be an id */
function whoseOf({ email, contact_id: contactId }: PostEventRequest): EventToPost['whose'] {
  if (email === undefined) {
    if (contactId === undefined || !isId(contactId)) throw new AppError('not_found');
    return { contactId: contactId.toLowerCase() };
  }
  const parsed = parseMailbox(email);
  if (!parsed.ok || parsed.mailbox.name !== null || email.includes('<')) {
    throw invalidField('email', 'not an email address');
  }
  return { email, emailKey: normaliseAddress(email) };
}

const eventHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(sendLimits.idempotencyKeyCharsMax)
    .optional()
    .meta({
      description:
        'Same as `idempotency_key`. For 24 hours a request with the same key returns the same event and posts nothing. `Idempotent-Mismatch: true` marks a response to a request whose body differs from the first.',
      examples: ['order-1042-paid'],
    }),
});
