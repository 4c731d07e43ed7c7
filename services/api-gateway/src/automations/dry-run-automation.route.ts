import {
  automationDryRun,
  dryRunRequest,
  type AutomationDefinition,
  type DryRunRequest,
} from '@postrider/contracts/automations';
import { invalidField } from '@postrider/contracts/errors';
import type { Clock } from '@postrider/runtime';
import { contactOf, contentContactOf } from '../contacts/contact-request';
import { defineRoute, type Route } from '../http/route';
import { automationOf, foundAutomation, type AutomationRouteOptions } from './automation-request';
import { automationBodyBytesMax, automationBodyValuesMax } from './create-automation.route';
import { dryRun } from './dry-run';
import { findDefinition } from './dry-run.repository';
import { renderStepDocuments } from './render-step-documents';

export function dryRunAutomationRoute(options: AutomationRouteOptions & { readonly clock: Clock }): Route {
  const { automations, contacts, pool, clock } = options;
  const definitionOf = async (
    { id, organizationId, definition }: Tried,
    { version, steps }: DryRunRequest,
  ): Promise<AutomationDefinition> => {
    if (steps !== undefined)
      return {
        trigger: definition.trigger,
        steps: await renderStepDocuments(pool, { organizationId }, steps),
      };
    if (version === undefined) return definition;
    const found = await findDefinition(pool, organizationId, { automationId: id, version });
    if (found === null) throw invalidField('version', `there is no version ${version}`);
    return found;
  };
  return defineRoute({
    operationId: 'dryRunAutomation',
    method: 'POST',
    path: '/automations/:id_or_slug/dry-run',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: dryRunRequest,
    bodyBytesMax: automationBodyBytesMax,
    bodyValuesMax: automationBodyValuesMax,
    summary: 'Try an automation with a contact',
    description:
      'Returns the steps that a run of the contact would take if it started now, with times, results of conditions and subjects of emails. Nothing is stored, sent or called. Conditions see the contact as it is now, without the changes of earlier steps.',
    tag: 'Automations',
    success: { status: 200, schema: automationDryRun },
    errors: ['not_found', 'validation_error', 'payload_too_large'],
    handle: async ({ principal, params, body }) => {
      const organizationId = principal.organization.id;
      const automation = foundAutomation(await automations.find(automationOf({ principal, params })));
      const found = await contacts.find(contactOf(principal, body.contact));
      if (found === null) throw invalidField('contact', 'there is no such contact');
      const { properties, waited, steps } = body;
      const definition = await definitionOf({ ...automation, organizationId }, body);
      const { contact: shown, emailKey } = found;
      const contact = { ...contentContactOf(shown), id: shown.id, emailKey };
      const run = { organizationId, definition, contact, properties, waited };
      return {
        status: 200,
        body: {
          object: 'automation_dry_run' as const,
          automation_id: automation.id,
          version: steps === undefined ? (body.version ?? automation.version) : null,
          contact_id: contact.id,
          ...(await dryRun(options, run, clock.now())),
        },
      };
    },
  });
}

interface Tried {
  readonly id: string;
  readonly organizationId: string;
  readonly definition: AutomationDefinition;
}
