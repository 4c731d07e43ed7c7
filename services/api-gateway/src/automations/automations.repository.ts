import assert from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import {
  noStepsFault,
  type AutomationDefinition,
  type AutomationDraft,
  type AutomationSummary,
} from '@postrider/contracts/automations';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { isUniqueViolation, withTransaction, type ApiGatewayDatabase, type PoolClient } from '@postrider/db';
import type { Author, Edit } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { auditAutomation } from './audit-automation';
import { holdReferences, lockOrganization, requireRoom, requireRoomAt } from './hold-references';
import { followSegment, holdSegment } from './segment-triggers';

export interface AutomationRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: AutomationSummary['status'];
  readonly triggerEvent: string;
  /** Null: its event is of no segment. */
  readonly triggerSegmentId: string | null;
  readonly triggerIf: AutomationDefinition['trigger']['if'] | null;
  readonly onePerContact: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** With the current version's steps. */
export interface WholeAutomationRow extends AutomationRow {
  readonly definition: AutomationDefinition;
  readonly draft: AutomationDraft | null;
}

/** An automation by its id or its slug; a slug never looks like an id. */
export interface AutomationName {
  readonly organizationId: string;
  readonly idOrSlug: string;
}

/** Steps that were checked, and what they refer to. */
export interface CheckedSteps {
  readonly steps: AutomationDefinition['steps'];
  readonly domainIds: readonly string[];
  /** Slugs. */
  readonly topics: readonly string[];
  /** Ids and slugs. */
  readonly templates: readonly string[];
}

export interface AutomationSettings {
  readonly name: string;
  readonly status: AutomationSummary['status'];
  readonly onePerContact: boolean;
}

export interface NewAutomation extends AutomationSettings {
  readonly id: string;
  readonly slug: string;
  readonly trigger: AutomationDefinition['trigger'];
  readonly checked: CheckedSteps;
  readonly draft: AutomationDraft | null;
}

/** Absent fields do not change. */
export type AutomationChange = Partial<Omit<NewAutomation, 'id' | 'slug'>>;

export interface AutomationsRepository {
  /** @throws AppError `slug_taken`, `plan_limit`, `validation_error`, `unknown_topic`, `unknown_domain` */
  create(organizationId: string, automation: NewAutomation, author: Author): Promise<WholeAutomationRow>;
  find(name: AutomationName): Promise<WholeAutomationRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<AutomationRow[]>;
  /** @returns null when there is none. @throws AppError `validation_error`, `unknown_topic`, `unknown_domain` */
  change(
    name: AutomationName,
    change: AutomationChange,
    edit: Edit<WholeAutomationRow>,
  ): Promise<WholeAutomationRow | null>;
  /** Its runs are canceled by a sweep. @returns false when there was none */
  remove(name: AutomationName, author: Author): Promise<boolean>;
}

export function createAutomationsRepository({
  pool,
}: Pick<ApiGatewayDatabase, 'pool'>): AutomationsRepository {
  return {
    create: (organizationId, automation, author) =>
      withTransaction(pool, (client) =>
        insertAutomation(client, organizationId, { automation, author }),
      ).catch(refuseTakenSlug),

    find: async (name) => {
      const { rows } = await pool.query<WholeAutomationRow>({
        name: 'automations.find',
        text: findSql,
        values: valuesOf(name),
      });
      return rows[0] ?? null;
    },

    list: async (organizationId, { limit, beforeId }) => {
      const { rows } = await pool.query<AutomationRow>({
        name: 'automations.list',
        text: `SELECT ${columns} FROM automations a
          WHERE a.organization_id = $1 AND a.deleted_at IS NULL AND ($2::uuid IS NULL OR a.id < $2)
          ORDER BY a.id DESC LIMIT $3`,
        values: [organizationId, beforeId, limit + 1],
      });
      return rows;
    },

    change: (name, change, edit) =>
      withTransaction(pool, (client) => changeAutomation(client, name, { change, ...edit })),

    remove: (name, author) =>
      withTransaction(pool, async (client) => {
        await lockOrganization(client, name.organizationId);
        const before = await lockAutomation(client, name);
        if (before === null) return false;
        await client.query({
          name: 'automations.delete',
          text: `UPDATE automations SET deleted_at = now(), updated_at = now(), status = 'paused', cancel_runs = true
            WHERE organization_id = $1 AND id = $2`,
          values: [name.organizationId, before.id],
        });
        await auditAutomation(client, { name, author, action: 'automation.delete', before });
        return true;
      }),
  };
}

const columns = `a.id, a.slug, a.name, a.status, a.trigger_event AS "triggerEvent", a.trigger_segment_id AS "triggerSegmentId", a.trigger_if AS "triggerIf", a.one_per_contact AS "onePerContact",
  a.current_version AS version, a.created_at AS "createdAt", a.updated_at AS "updatedAt"`;

const named = `a.organization_id = $1 AND (a.id = $2 OR a.slug = $3) AND a.deleted_at IS NULL`;

const findSql = `
SELECT ${columns}, a.draft, v.definition
FROM automations a JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.current_version
WHERE ${named}`;

function valuesOf({ organizationId, idOrSlug }: AutomationName): unknown[] {
  return isId(idOrSlug) ? [organizationId, idOrSlug, null] : [organizationId, null, idOrSlug];
}

/**
 * After the organization: where another's change is waited for here, PostgreSQL looks at the new row beside the version that was
 * current before, and finds no automation.
 */
async function lockAutomation(client: PoolClient, name: AutomationName): Promise<WholeAutomationRow | null> {
  const { rows } = await client.query<WholeAutomationRow>({
    name: 'automations.lock',
    text: `${findSql} FOR NO KEY UPDATE OF a`,
    values: valuesOf(name),
  });
  return rows[0] ?? null;
}

interface Creation {
  readonly automation: NewAutomation;
  readonly author: Author;
}

async function insertAutomation(
  client: PoolClient,
  organizationId: string,
  { automation, author }: Creation,
): Promise<WholeAutomationRow> {
  const { id, slug, name, status, onePerContact, trigger, checked, draft } = automation;
  await lockOrganization(client, organizationId);
  await holdReferences(client, organizationId, checked);
  await holdSegment(client, organizationId, trigger);
  await requireRoom(client, organizationId);
  await requireRoomAt(client, organizationId, trigger);
  await client.query({
    name: 'automations.insert',
    text: `INSERT INTO automations
        (id, organization_id, slug, name, status, trigger_event, one_per_contact, domain_ids, topics, template_names,
         trigger_if, draft, trigger_segment_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9::text[], $10::text[], $11::jsonb, $12::jsonb, $13)`,
    values: [
      ...[id, organizationId, slug, name, status, trigger.event, onePerContact],
      ...[checked.domainIds, checked.topics, checked.templates],
      ...[jsonOrNull(trigger.if), jsonOrNull(draft), trigger.segment ?? null],
    ],
  });
  await followSegment(client, organizationId, {
    id,
    before: null,
    after: { status, segmentId: trigger.segment },
  });
  const definition = { trigger, steps: checked.steps };
  await insertVersion(client, { organizationId, id, number: 1, definition, author });
  const row = await readBack(client, { organizationId, idOrSlug: id });
  const target = { organizationId, idOrSlug: id };
  await auditAutomation(client, {
    name: target,
    author,
    action: 'automation.create',
    after: row,
    hasNewVersion: true,
  });
  return row;
}

/**
 * A version for a definition that differs; what is the same makes none, so that a program may write its automations at each
 * start.
 */
async function changeAutomation(
  client: PoolClient,
  name: AutomationName,
  { change, author, check }: Edit<WholeAutomationRow> & { readonly change: AutomationChange },
): Promise<WholeAutomationRow | null> {
  const { organizationId } = name;
  const { checked, trigger } = change;
  await lockOrganization(client, organizationId);
  if (checked !== undefined) await holdReferences(client, organizationId, checked);
  if (trigger !== undefined) await holdSegment(client, organizationId, trigger);
  const before = await lockAutomation(client, name);
  if (before === null) return null;
  check(before);
  const isOther =
    trigger !== undefined &&
    (trigger.event !== before.triggerEvent || (trigger.segment ?? null) !== before.triggerSegmentId);
  if (isOther) await requireRoomAt(client, organizationId, trigger);
  // What another change has just set stays: each gives its own fields.
  const definition = {
    trigger: trigger ?? before.definition.trigger,
    steps: checked?.steps ?? before.definition.steps,
  };
  if ((change.status ?? before.status) === 'active' && definition.steps.length === 0)
    throw invalidField('steps', noStepsFault);
  const isNew = !isDeepStrictEqual(asStored(definition), before.definition);
  const number = before.version + (isNew ? 1 : 0);
  if (isNew) await insertVersion(client, { organizationId, id: before.id, number, definition, author });
  await updateRow(client, { organizationId, id: before.id, number }, change);
  const row = await readBack(client, { organizationId, idOrSlug: before.id });
  await followSegment(client, organizationId, {
    id: row.id,
    before: { status: before.status, segmentId: before.triggerSegmentId },
    after: { status: row.status, segmentId: row.triggerSegmentId },
  });
  await auditAutomation(client, {
    name,
    author,
    action: 'automation.update',
    before,
    after: row,
    hasNewVersion: isNew,
  });
  return row;
}

async function updateRow(
  client: PoolClient,
  {
    organizationId,
    id,
    number,
  }: { readonly organizationId: string; readonly id: string; readonly number: number },
  change: AutomationChange,
): Promise<void> {
  const { checked, trigger } = change;
  await client.query({
    name: 'automations.update',
    text: `UPDATE automations SET name = coalesce($3, name), status = coalesce($4, status),
        one_per_contact = coalesce($5, one_per_contact), trigger_event = coalesce($6, trigger_event),
        trigger_if = CASE WHEN $6::text IS NULL THEN trigger_if ELSE $11::jsonb END,
        trigger_segment_id = CASE WHEN $6::text IS NULL THEN trigger_segment_id ELSE $14::uuid END,
        draft = CASE WHEN $12::boolean THEN $13::jsonb ELSE draft END,
        domain_ids = coalesce($7::uuid[], domain_ids), topics = coalesce($8::text[], topics),
        template_names = coalesce($10::text[], template_names), current_version = $9, updated_at = now()
      WHERE organization_id = $1 AND id = $2`,
    values: [
      ...[organizationId, id, change.name ?? null, change.status ?? null, change.onePerContact ?? null],
      ...[
        trigger?.event ?? null,
        checked?.domainIds ?? null,
        checked?.topics ?? null,
        number,
        checked?.templates ?? null,
        jsonOrNull(trigger?.if),
        change.draft !== undefined,
        jsonOrNull(change.draft),
        trigger?.segment ?? null,
      ],
    ],
  });
}

function jsonOrNull(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/** As it comes back from a column of JSON: without fields that hold nothing. */
function asStored(definition: AutomationDefinition): unknown {
  return JSON.parse(JSON.stringify(definition));
}

interface NewVersion {
  readonly organizationId: string;
  readonly id: string;
  readonly number: number;
  readonly definition: AutomationDefinition;
  readonly author: Author;
}

async function insertVersion(
  client: PoolClient,
  { organizationId, id, number, definition, author }: NewVersion,
): Promise<void> {
  await client.query({
    name: 'automations.insert-version',
    text: `INSERT INTO automation_versions (automation_id, number, organization_id, definition, api_key_id)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [id, number, organizationId, JSON.stringify(definition), author.actor.id],
  });
}

async function readBack(client: PoolClient, name: AutomationName): Promise<WholeAutomationRow> {
  const row = await lockAutomation(client, name);
  assert(row !== null, 'an automation that was just written is there');
  return row;
}

/** Of its unique columns only the slug is a caller's choice. @throws AppError `slug_taken` */
function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error)) {
    throw new AppError('slug_taken', 'Another automation already uses this slug. Choose a different one.');
  }
  throw error;
}
