import type { alertRuleList, AlertRuleResource } from '@postrider/contracts';
import type { z } from 'zod';
import type { CursorCodec } from '../paging/cursor';
import type { AlertRuleRow, AlertsRepository } from './alerts.repository';

export interface AlertRouteOptions {
  readonly alerts: AlertsRepository;
  readonly cursors: CursorCodec;
}

/** Rates of an organization and notices to it are about all its domains. */
export const ofAllDomains = 'Alerts and notices are about all domains of the organization.';

export function presentRules(rows: readonly AlertRuleRow[]): z.infer<typeof alertRuleList> {
  return { object: 'list', data: rows.map(presentRule) };
}

function presentRule(row: AlertRuleRow): AlertRuleResource {
  return {
    object: 'alert_rule',
    ...{ id: row.id, kind: row.kind, enabled: row.enabled },
    ...{ warn_rate: row.warnRate, pause_rate: row.pauseRate },
    ...{ minimum: row.minimum, window_minutes: row.windowMinutes },
  };
}
