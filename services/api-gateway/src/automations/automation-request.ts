import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { updateAutomationRequest } from '@postrider/contracts/automations';
import { requireUnrestricted } from '../auth/principal-scope';
import type { ContactsRepository } from '../contacts/contacts.repository';
import { versionedBy } from '../http/object-version';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { AutomationRunsRepository, RunName } from './automation-runs.repository';
import type { AutomationName, AutomationsRepository, WholeAutomationRow } from './automations.repository';
import type { CheckOptions } from './check-steps';

export const automationVersion = versionedBy(updateAutomationRequest);

export interface AutomationRouteOptions extends CheckOptions {
  readonly automations: AutomationsRepository;
  readonly runs: AutomationRunsRepository;
  readonly contacts: Pick<ContactsRepository, 'find'>;
  readonly cursors: CursorCodec;
}

const slugPattern = /^[a-z0-9._-]{1,64}$/;

type Named = Pick<RouteRequest<unknown, unknown, { readonly id_or_slug: string }>, 'principal' | 'params'>;

/**
 * The automation that a path names.
 * @throws AppError `not_found` for what cannot be a name
 */
export function automationOf({ principal, params: { id_or_slug: idOrSlug } }: Named): AutomationName {
  if (!isId(idOrSlug) && !slugPattern.test(idOrSlug)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, idOrSlug };
}

/** @throws AppError `not_found` */
export function foundAutomation(row: WholeAutomationRow | null): WholeAutomationRow {
  if (row === null) throw new AppError('not_found');
  return row;
}

/** The run that a path names, of an automation that is there. @throws AppError `not_found` */
export async function runOf(
  automations: AutomationsRepository,
  { principal, params }: Named & { readonly params: { readonly run_id: string } },
): Promise<RunName> {
  if (!isId(params.run_id)) throw new AppError('not_found');
  const { id } = foundAutomation(await automations.find(automationOf({ principal, params })));
  return { organizationId: principal.organization.id, automationId: id, id: params.run_id };
}

/** @throws AppError `forbidden_domain` */
export function requireAutomationAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Automations apply to all domains of the organization.');
}
