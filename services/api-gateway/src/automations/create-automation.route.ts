import { automationResource, createAutomationRequest } from '@postrider/contracts/automations';
import { newId } from '@postrider/contracts/ids';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  automationVersion,
  requireAutomationAuthor,
  type AutomationRouteOptions,
} from './automation-request';
import { presentAutomation } from './automations.presenter';
import { checkSteps } from './check-steps';

/** Some mails of the largest size; the rest are templates. */
export const automationBodyBytesMax = 2_000_000;
/** 50 steps with a contact's properties each. */
export const automationBodyValuesMax = 20_000;

/** What a definition can be refused for. */
export const definitionErrors = [
  'validation_error',
  'invalid_from',
  'forbidden_domain',
  'unknown_domain',
  'domain_not_verified',
  'stream_mismatch',
  'template_not_found',
  'unknown_topic',
  'payload_too_large',
] as const;

export function createAutomationRoute(options: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'createAutomation',
    method: 'POST',
    path: '/automations',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: createAutomationRequest,
    bodyBytesMax: automationBodyBytesMax,
    bodyValuesMax: automationBodyValuesMax,
    summary: 'Create an automation',
    description:
      'Creates an automation. Unless it is `paused`, the next matching event starts a run. Emails of an automation are bulk email with the kind `sequence.<slug>`: they need a domain of the stream `bulk`, have unsubscribe headers and are sent only to contacts who may receive bulk email.',
    tag: 'Automations',
    versioned: automationVersion,
    success: { status: 201, schema: automationResource },
    errors: [...definitionErrors, 'slug_taken', 'plan_limit'],
    handle: async ({ principal, body, requestId }) => {
      requireAutomationAuthor(principal);
      const id = newId();
      const { name, status, one_per_contact: onePerContact, trigger, steps, draft = null } = body;
      const slug = body.slug ?? slugOf(name, id);
      const checked = await checkSteps(options, principal, { steps, slug });
      const automation = { id, slug, name, status, onePerContact, trigger, checked, draft };
      const author = authorOf({ principal, requestId });
      const row = await options.automations.create(principal.organization.id, automation, author);
      return { status: 201, body: presentAutomation(row) };
    },
  });
}

/** A name that has no letters of ASCII gives none. */
function slugOf(name: string, id: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return slug === '' ? `automation-${id.slice(-12)}` : slug;
}
