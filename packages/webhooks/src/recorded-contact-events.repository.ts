import type { ContactResource } from '@postrider/contracts/contacts';
import type { ContactEventType } from '@postrider/contracts/events';
import type { ContactChange, ContactFact } from '@postrider/contracts/webhooks';
import type { Queryable } from '@postrider/db';

/** A contact event that was recorded, and whose it is. */
export interface RecordedContactEvent extends ContactFact {
  readonly id: string;
  readonly organizationId: string;
}

interface ContactEventRow {
  readonly id: string;
  readonly organization_id: string;
  readonly contact_id: string;
  readonly type: ContactEventType;
  readonly change: ContactChange | null;
  readonly occurred_at: Date;
  /** Null: the contact is deleted. */
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly properties: Record<string, unknown>;
  readonly status: ContactResource['status'];
  readonly topics: ContactResource['topics'];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Those that there are, in the order of ids. Other events of a contact end with it; its deletion is reported by its id. */
export async function readContactEvents(
  db: Queryable,
  ids: readonly string[],
): Promise<RecordedContactEvent[]> {
  const { rows } = await db.query<ContactEventRow>({
    name: 'deliveries.read-contact-events',
    text: `SELECT e.id, e.organization_id, e.contact_id, 'contact.' || e.type AS type, e.change, e.occurred_at,
                  c.email, c.first_name, c.last_name, c.properties, c.status, c.created_at, c.updated_at,
                  coalesce((SELECT json_agg(json_build_object('topic', t.slug, 'state', s.state) ORDER BY t.slug)
                    FROM topic_subscriptions s JOIN topics t ON t.id = s.topic_id WHERE s.contact_id = c.id), '[]') AS topics
             FROM unnest($1::uuid[]) AS k (id)
             JOIN contact_events e ON e.id = k.id
             LEFT JOIN contacts c ON c.id = e.contact_id AND c.organization_id = e.organization_id
            WHERE e.type = 'deleted' OR c.id IS NOT NULL
            ORDER BY e.id`,
    values: [ids],
  });
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    type: row.type,
    occurredAt: row.occurred_at,
    contactId: row.contact_id,
    contact: contactOf(row),
    change: row.change && presentChange(row.change),
  }));
}

function contactOf(row: ContactEventRow): ContactResource | null {
  if (row.email === null) return null;
  return {
    object: 'contact',
    id: row.contact_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    properties: row.properties,
    status: row.status,
    topics: row.topics,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** In one order: jsonb has one of its own. */
function presentChange({ status, topics, actor, source }: ContactChange): ContactChange {
  return { status, topics, actor, ...(source !== undefined && { source }) };
}
