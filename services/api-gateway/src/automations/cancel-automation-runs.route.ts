import { automationRunCancellation, cancelAutomationRunsRequest } from '@postrider/contracts/automations';
import { authorOf } from '../audit/record-audit-entry';
import { contactOf } from '../contacts/contact-request';
import { defineRoute, type Route } from '../http/route';
import {
  automationOf,
  foundAutomation,
  requireAutomationAuthor,
  type AutomationRouteOptions,
} from './automation-request';
import { cancelActiveRuns, countActiveRuns } from './cancel-runs';

export function cancelAutomationRunsRoute({ automations, contacts, pool }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'cancelAutomationRuns',
    method: 'POST',
    path: '/automations/:id_or_slug/runs/cancel',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: cancelAutomationRunsRequest,
    summary: 'Cancel runs by filter',
    description:
      'Cancels the active runs that match all filters, or counts them with `dry_run`. Repeat the request with `next` until it is null. Recorded in the audit log.',
    tag: 'Automations',
    success: { status: 200, schema: automationRunCancellation },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params, body, requestId }) => {
      requireAutomationAuthor(principal);
      const { id } = foundAutomation(await automations.find(automationOf({ principal, params })));
      const { dry_run: dryRun, contact, version = null, position = null, after } = body;
      const known = contact === undefined ? undefined : await contacts.find(contactOf(principal, contact));
      const runs = {
        organizationId: principal.organization.id,
        ...{ automationId: id, contactId: known?.contact.id ?? null, version, position, after },
      };
      const result =
        known === null
          ? { runs: 0, next: null }
          : dryRun
            ? await countActiveRuns(pool, runs)
            : await cancelActiveRuns(pool, runs, authorOf({ principal, requestId }));
      return {
        status: 200,
        body: { object: 'automation_run_cancellation' as const, dry_run: dryRun, ...result },
      };
    },
  });
}
