import type { SegmentCondition } from '@postrider/contracts/segments';
import type { Pool } from '@postrider/db';

/** What conditions name by id, and how a fault says that there is none. */
const kinds = {
  broadcast: (id: string) => `there is no broadcast ${id}`,
  form: (id: string) => `there is no signup form ${id}`,
  import: (id: string) => `there is no import of contacts ${id} whose contacts are known`,
} as const;
type ObjectKind = keyof typeof kinds;

export interface UnknownObject {
  /** Which of the conditions names it. */
  readonly index: number;
  readonly field: ObjectKind;
  readonly fault: string;
}

/** The first broadcast, signup form or import that one of the conditions names and the organization does not have. */
export async function findUnknownObject(
  pool: Pick<Pool, 'query'>,
  organizationId: string,
  conditions: readonly object[],
): Promise<UnknownObject | null> {
  const named = conditions.flatMap((condition, index) => namedObject(condition as SegmentCondition, index));
  if (named.length === 0) return null;
  const idsOf = (kind: ObjectKind): string[] => named.flatMap(({ field, id }) => (field === kind ? id : []));
  const { rows } = await pool.query<{ name: string }>({
    name: 'segments.find-objects',
    text: `SELECT 'broadcast ' || id AS name FROM broadcasts WHERE organization_id = $1 AND id = ANY($2::uuid[])
      UNION ALL SELECT 'form ' || id FROM signup_forms WHERE organization_id = $1 AND id = ANY($3::uuid[])
      UNION ALL SELECT 'import ' || id FROM imports
      WHERE organization_id = $1 AND id = ANY($4::uuid[]) AND kind = 'contacts' AND keeps_contacts`,
    values: [organizationId, idsOf('broadcast'), idsOf('form'), idsOf('import')],
  });
  const known = new Set(rows.map(({ name }) => name));
  const unknown = named.find(({ field, id }) => !known.has(`${field} ${id.toLowerCase()}`));
  if (unknown === undefined) return null;
  const { index, field, id } = unknown;
  return { index, field, fault: kinds[field](id) };
}

interface NamedObject {
  readonly index: number;
  readonly field: ObjectKind;
  readonly id: string;
}

function namedObject(condition: SegmentCondition, index: number): NamedObject[] {
  if ('broadcast' in condition) return [{ index, field: 'broadcast', id: condition.broadcast }];
  if ('form' in condition) return [{ index, field: 'form', id: condition.form }];
  if ('import' in condition) return [{ index, field: 'import', id: condition.import }];
  return [];
}
