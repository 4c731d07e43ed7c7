import { updateAlertRulesRequest } from '@postrider/contracts/alerts';
import { versionedBy } from '../http/object-version';
import type { CursorCodec } from '../paging/cursor';
import type { AlertsRepository } from './alerts.repository';

/** All rules together: a change is made to what was read. */
export const alertRulesVersion = versionedBy(updateAlertRulesRequest, ['data']);

export interface AlertRouteOptions {
  readonly alerts: AlertsRepository;
  readonly cursors: CursorCodec;
}

/** Rates of an organization and notices to it are about all its domains. */
export const ofAllDomains = 'Alerts and notices are about all domains of the organization.';
