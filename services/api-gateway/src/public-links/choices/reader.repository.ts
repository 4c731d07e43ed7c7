import { anyFormOf, type Queryable } from '@postrider/db';
import { brandColumn, type Brand } from '../../public-pages/brand';

/** Whom a link was made for. */
export interface ReaderLink {
  readonly messageId: string;
  readonly ordinal: number;
}

export interface ReaderTopic {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly isSubscribed: boolean;
}

/** Who got a message, and what that person has chosen of its sender. */
export interface Reader extends ReaderLink {
  readonly organizationId: string;
  readonly brand: Brand;
  readonly domainId: string;
  readonly mode: 'live' | 'test';
  /** A test of a broadcast: its links show the pages, and no choice is kept. */
  readonly isSample: boolean;
  readonly address: string;
  readonly addressKey: string;
  /** What the message is about; null: neither its broadcast nor its automation names a topic. */
  readonly topic: Pick<ReaderTopic, 'slug' | 'name'> | null;
  /** Null: the sender knows the address from this mail alone, or has deleted the contact. */
  readonly contact: { readonly email: string } | null;
  /** The public ones, by name. None without a contact. */
  readonly topics: readonly ReaderTopic[];
  /** Gets no bulk mail by own choice. */
  readonly hasLeft: boolean;
  /** Gets none because of a bounce, a complaint, or the sender's own entry. */
  readonly isBlocked: boolean;
}

interface ReaderRow extends Omit<Reader, 'topic' | 'contact' | 'topics'> {
  readonly topicSlug: string | null;
  readonly topicName: string | null;
  readonly contactEmail: string | null;
  readonly topics: readonly ReaderTopic[] | null;
}

/** More make no page that anybody reads. */
const topicsMax = 200;

/**
 * $1 message, $2 ordinal. The topic is that of the broadcast that the message's kind names (rows of recipients are deleted some
 * day, links last), or of the automation's step that sent it. The contact is the one that has the address now.
 */
const findReaderSql = `
SELECT r.message_id AS "messageId", r.ordinal, r.address, r.address_key AS "addressKey",
  m.organization_id AS "organizationId", ${brandColumn} AS brand, m.domain_id AS "domainId", m.mode,
  m.source = 'test' AS "isSample",
  t.slug AS "topicSlug", t.name AS "topicName", c.email AS "contactEmail",
  coalesce(c.status = 'UNSUBSCRIBED' OR entry.has_left, entry.has_left, false) AS "hasLeft",
  coalesce(c.status IN ('BOUNCED', 'COMPLAINED') OR entry.is_blocked, entry.is_blocked, false) AS "isBlocked",
  (
    SELECT json_agg(json_build_object('slug', shown.slug, 'name', shown.name, 'description', shown.description,
      'isSubscribed', coalesce(s.state = 'SUBSCRIBED', shown.default_opt_in)) ORDER BY lower(shown.name), shown.id)
    FROM (
      SELECT * FROM topics WHERE organization_id = m.organization_id AND visibility = 'public' ORDER BY lower(name), id LIMIT ${topicsMax}
    ) shown
    LEFT JOIN topic_subscriptions s ON s.contact_id = c.id AND s.topic_id = shown.id
    WHERE c.id IS NOT NULL
  ) AS topics
FROM messages m
JOIN recipients r ON r.message_id = m.id AND r.ordinal = $2
JOIN organizations o ON o.id = m.organization_id
LEFT JOIN broadcasts b ON b.organization_id = m.organization_id
  AND b.id = CASE WHEN m.kind ~ '^broadcast[.][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN substr(m.kind, 11)::uuid END
LEFT JOIN topics t ON t.id = coalesce(b.topic_id, m.topic_id)
LEFT JOIN contacts c ON c.organization_id = m.organization_id AND c.email_key = r.address_key
LEFT JOIN LATERAL (
  SELECT bool_or(e.reason = 'unsubscribe') AS has_left, bool_or(e.reason <> 'unsubscribe') AS is_blocked
  FROM suppressions e
  WHERE e.organization_id = m.organization_id AND e.email = ${anyFormOf('m.organization_id', 'r.address_key')}
    AND (e.domain_id IS NULL OR e.domain_id = m.domain_id)
    AND (e.expires_at IS NULL OR e.expires_at > now())
) entry ON true
WHERE m.id = $1 AND r.message_id = $1`;

/** Null: there is no such message, or recipient of it. */
export async function findReader(db: Queryable, { messageId, ordinal }: ReaderLink): Promise<Reader | null> {
  const { rows } = await db.query<ReaderRow>({
    name: 'public-links.find-reader',
    text: findReaderSql,
    values: [messageId, ordinal],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { topicSlug, topicName, contactEmail, topics, ...same } = row;
  return {
    ...same,
    topic: topicSlug === null || topicName === null ? null : { slug: topicSlug, name: topicName },
    contact: contactEmail === null ? null : { email: contactEmail },
    topics: topics ?? [],
  };
}
