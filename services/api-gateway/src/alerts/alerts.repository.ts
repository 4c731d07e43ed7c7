import assert from 'node:assert/strict';
import type { AlertResource, AlertRuleResource, NoticeResource } from '@postrider/contracts/alerts';
import { insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import { isoTimeSql } from '../paging/iso-time';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found } from '../paging/search';

export interface AlertsRepository {
  list(
    organizationId: string,
    page: PageStart,
    filter: { readonly status?: 'open' | 'closed' | undefined },
  ): Promise<Found<AlertResource>>;
  rules(organizationId: string): Promise<AlertRuleResource[]>;
  /**
   * Changes rules together, each with an entry in the audit log.
   *
   * @param change answers what is to be stored; given the rules as they are, which wait for it
   * @returns all rules
   */
  changeRules(
    organizationId: string,
    by: {
      readonly author: Author;
      readonly change: (rules: readonly AlertRuleResource[]) => readonly AlertRuleResource[];
    },
  ): Promise<AlertRuleResource[]>;
  /** Up to `limit + 1`, newest first. */
  notices(organizationId: string, page: PageStart): Promise<NoticeResource[]>;
}

const columns = `'alert' AS object, c.id, r.kind, c.level, c.value, r.warn_rate, r.pause_rate,
  ${isoTimeSql('c.opened_at')} AS opened_at, ${isoTimeSql('c.closed_at')} AS closed_at`;

const listRulesSql = `
SELECT 'alert_rule' AS object, id, kind, enabled, warn_rate, pause_rate, minimum, window_minutes
  FROM alert_rules WHERE organization_id = $1 ORDER BY kind`;

const changeRuleSql = `
UPDATE alert_rules SET enabled = $3, warn_rate = $4, pause_rate = $5, minimum = $6, updated_at = now()
  WHERE organization_id = $1 AND id = $2`;

const listNoticesSql = `
SELECT 'notice' AS object, id, kind, recipient, subject, text, ${isoTimeSql('created_at')} AS created_at,
  ${isoTimeSql('sent_at')} AS sent_at, message_id AS email_id
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
    rules: (organizationId) => readRules(pool, organizationId),
    changeRules: (organizationId, { author, change }) =>
      withTransaction(pool, async (client) => {
        const rules = await readRules(client, organizationId, 'locked');
        for (const after of change(rules)) {
          const before = rules.find(({ id }) => id === after.id);
          assert(before !== undefined);
          await client.query({
            name: 'alerts.change-rule',
            text: changeRuleSql,
            values: [
              ...[organizationId, after.id, after.enabled],
              ...[after.warn_rate, after.pause_rate, after.minimum],
            ],
          });
          await insertAuditEntry(client, {
            ...{ ...author, organizationId, action: 'alert_rule.update' },
            target: { type: 'alert_rule', id: after.id },
            ...{ before: describe(before), after: describe(after) },
          });
        }
        return readRules(client, organizationId);
      }),
    notices: async (organizationId, { limit, beforeId }) => {
      const { rows } = await pool.query<NoticeResource>({
        name: 'alerts.list-notices',
        text: listNoticesSql,
        values: [organizationId, beforeId, limit + 1],
      });
      return rows;
    },
  };
}

async function readRules(
  db: Pick<Pool, 'query'>,
  organizationId: string,
  locked?: 'locked',
): Promise<AlertRuleResource[]> {
  const { rows } = await db.query<AlertRuleResource>({
    name: `alerts.${locked === undefined ? 'list' : 'lock'}-rules`,
    text: locked === undefined ? listRulesSql : `${listRulesSql} FOR UPDATE`,
    values: [organizationId],
  });
  return rows;
}

function describe({ kind, enabled, warn_rate, pause_rate, minimum }: AlertRuleResource) {
  return { kind, enabled, warn_rate, pause_rate, minimum };
}
