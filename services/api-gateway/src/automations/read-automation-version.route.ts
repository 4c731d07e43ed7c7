import { automationVersionResource } from '@postrider/contracts/automations';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { defineRoute, type Route } from '../http/route';
import { automationOf, foundAutomation, type AutomationRouteOptions } from './automation-request';
import { findVersion } from './automation-versions.repository';
import { presentVersion } from './automations.presenter';

export function readAutomationVersionRoute({ automations, pool }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'readAutomationVersion',
    method: 'GET',
    path: '/automations/:id_or_slug/versions/:version',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Get an automation version',
    description:
      'Returns a version with its trigger and steps. To use it again, write its trigger and steps with `PATCH /automations/{id_or_slug}`, as `draft` or as a new version.',
    tag: 'Automations',
    success: { status: 200, schema: automationVersionResource },
    errors: ['not_found', 'validation_error'],
    handle: async ({ principal, params }) => {
      const { id } = foundAutomation(await automations.find(automationOf({ principal, params })));
      const number = numberOf(params.version);
      const row = await findVersion(pool, { id, organizationId: principal.organization.id }, number);
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentVersion(row) };
    },
  });
}

/** @throws AppError `validation_error` for what is no whole number */
function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalidField('version', 'must be a whole number between 1 and 999999999');
  return Number(text);
}
