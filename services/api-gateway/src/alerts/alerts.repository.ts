import type { AlertKind, AlertResource } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found } from '../paging/search';

export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly level: AlertResource['level'];
  readonly value: number;
  readonly warnRate: number | null;
  readonly pauseRate: number | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

export interface AlertRuleRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly enabled: boolean;
  readonly warnRate: number | null;
  readonly pauseRate: number | null;
  readonly minimum: number;
  readonly windowMinutes: number;
}

export interface NoticeRow {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly messageId: string | null;
}

export interface AlertsRepository {
  list(
    organizationId: string,
    page: PageStart,
    filter: { readonly status?: 'open' | 'closed' | undefined },
  ): Promise<Found<AlertRow>>;
  rules(organizationId: string): Promise<AlertRuleRow[]>;
  /** Up to `limit + 1`, newest first. */
  notices(organizationId: string, page: PageStart): Promise<NoticeRow[]>;
}

const columns = `c.id, r.kind, c.level, c.value, r.warn_rate AS "warnRate", r.pause_rate AS "pauseRate",
  c.opened_at AS "openedAt", c.closed_at AS "closedAt"`;

const listRulesSql = `
SELECT id, kind, enabled, warn_rate AS "warnRate", pause_rate AS "pauseRate", minimum, window_minutes AS "windowMinutes"
  FROM alert_rules WHERE organization_id = $1 ORDER BY kind`;

const listNoticesSql = `
SELECT id, kind, recipient, subject, text, created_at AS "createdAt", sent_at AS "sentAt", message_id AS "messageId"
  FROM notices WHERE organization_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;

export function createAlertsRepository(pool: Pool): AlertsRepository {
  return {
    list: (organizationId, { limit, beforeId }, { status }) => {
      const bind = createBinder();
      const driven = [`organization_id = ${bind.value('organization', organizationId, 'uuid')}`];
      if (beforeId !== null) driven.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
      const filters = status === undefined ? [] : [`c.closed_at IS ${status === 'open' ? '' : 'NOT '}NULL`];
      return search(pool, {
        candidates: (rowsMax) =>
          `SELECT * FROM alerts WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
        joins: ' JOIN alert_rules r ON r.id = c.rule_id',
        ...{ filters, columns, limit },
        values: bind.values,
        candidateValues: bind.values.length,
      });
    },
    rules: async (organizationId) => {
      const { rows } = await pool.query<AlertRuleRow>({
        name: 'alerts.list-rules',
        text: listRulesSql,
        values: [organizationId],
      });
      return rows;
    },
    notices: async (organizationId, { limit, beforeId }) => {
      const { rows } = await pool.query<NoticeRow>({
        name: 'alerts.list-notices',
        text: listNoticesSql,
        values: [organizationId, beforeId, limit + 1],
      });
      return rows;
    },
  };
}
