import type { PoolClient } from '@postrider/db';
import { emailIdReference } from '@postrider/mail';

/** The email that a reply answers. */
export interface Thread {
  readonly emailId: string;
  /** With angle brackets; null while no destination has taken it. */
  readonly messageId: string | null;
  /** Null after retention. */
  readonly metadata: Record<string, string> | null;
}

export interface ThreadQuestion {
  readonly organizationId: string;
  /** Emails that the addresses name by their tokens. */
  readonly named: readonly string[];
  /** Message-IDs of what the mail may answer, the likeliest first. */
  readonly references: readonly string[];
}

/**
 * Which email of the organization a reply answers: the one that its address was made for; else the first of its references
 * that is known, as an id of ours or as the Message-ID that a provider gave. An email of another organization is not known,
 * even if it is named.
 */
export async function findThread(client: PoolClient, question: ThreadQuestion): Promise<Thread | null> {
  const { organizationId, named, references } = question;
  const ours = references.map(emailIdReference);
  const ids = [...new Set([...named, ...ours.flatMap((reference) => reference?.emailId ?? [])])];
  const foreign = references.filter((_reference, i) => ours[i] === null);
  const byId = new Map((await findById(client, { organizationId, ids })).map((row) => [row.id, row]));
  const byHeader = new Map(
    (await findByHeader(client, { organizationId, foreign })).map((row) => [row.message_id_header, row]),
  );

  const candidates = references.map((messageId, i) => {
    const reference = ours[i];
    if (!reference) return byHeader.get(messageId);
    const row = byId.get(reference.emailId);
    return row?.domains.includes(reference.domain) ? row : undefined;
  });
  const found = [...named.map((id) => byId.get(id)), ...candidates].find((row) => row !== undefined);
  if (found === undefined) return null;
  return { emailId: found.id, messageId: found.message_id_header, metadata: found.metadata };
}

interface ThreadRow {
  readonly id: string;
  readonly message_id_header: string | null;
  readonly metadata: Record<string, string> | null;
  /** That it was sent from, and those that the organization has now. */
  readonly domains: readonly string[];
}

const columns = `m.id, m.message_id_header, c.metadata,
  array_append(ARRAY(SELECT d.name FROM domains d WHERE d.organization_id = m.organization_id),
               split_part(m.from_address, '@', 2)) AS domains`;

/** A join, not an array: so that only the weeks of these ids are read. */
async function findById(
  client: PoolClient,
  { organizationId, ids }: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<ThreadRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<ThreadRow>({
    name: 'inbound.find-thread-by-id',
    text: `SELECT ${columns} FROM unnest($2::uuid[]) AS named (id)
             JOIN messages m ON m.id = named.id AND m.organization_id = $1
             LEFT JOIN message_contents c ON c.message_id = m.id`,
    values: [organizationId, ids],
  });
  return rows;
}

/** By the partial index of what a provider has named: ids of ours are not in it. */
async function findByHeader(
  client: PoolClient,
  { organizationId, foreign }: { readonly organizationId: string; readonly foreign: readonly string[] },
): Promise<ThreadRow[]> {
  if (foreign.length === 0) return [];
  const { rows } = await client.query<ThreadRow>({
    name: 'inbound.find-thread-by-header',
    text: `SELECT ${columns} FROM messages m
             LEFT JOIN message_contents c ON c.message_id = m.id
            WHERE m.organization_id = $1 AND m.message_id_header = ANY($2)
              AND NOT starts_with(m.message_id_header, '<' || m.id::text || '@')
            ORDER BY m.id`,
    values: [organizationId, foreign],
  });
  return rows;
}
