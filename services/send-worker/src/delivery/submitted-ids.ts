import { uuidV7Floor, uuidV7Time, type Pool } from '@postrider/db';
import { idsInThread, messageIdHeader, renamedInThread, submittedIdHash } from '@postrider/mail';
import { createBatcher } from '@postrider/runtime';
import type { ClaimedMessage, MessageBody } from '../claims/claimed-message';

type Headers = MessageBody['headers'];
type NamingMessage = Pick<ClaimedMessage, 'id' | 'organizationId' | 'apiKeyId'>;

/**
 * The headers with our Message-IDs where In-Reply-To and References name mails by those that the client's program gave
 * them. Rejects only when the database does.
 */
export type NameByOurIds = (message: NamingMessage, headers: Headers) => Promise<Headers>;

/** Programs answer their own mails within days; a thread that rests longer starts again at the recipient's. */
const rememberedMs = 30 * 24 * 3_600_000;

interface NamedId {
  readonly message: NamingMessage;
  readonly hash: Buffer;
}

interface EarlierRow {
  /** Of the list, from 1. */
  readonly at: number;
  readonly id: string;
  readonly domain: string;
}

/**
 * The newest before it that the same key submitted under the id. The sender's domain is the one that signed it. A hundred at
 * most are looked at: a program that gives all its mails one id does not thread them by it.
 */
const findEarlierSql = `
SELECT named.at::integer, earlier.id, earlier.domain
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[])
  WITH ORDINALITY AS named(organization_id, api_key_id, since, message_id, hash, at)
CROSS JOIN LATERAL (
  SELECT same.id, substring(same.from_address FROM '[^@]*$') AS domain
  FROM (
    SELECT m.id, m.from_address FROM messages m
    WHERE m.organization_id = named.organization_id AND m.api_key_id = named.api_key_id
      AND m.submitted_id_hash = named.hash AND m.id >= named.since AND m.id < named.message_id
    LIMIT 100
  ) same
  ORDER BY same.id DESC LIMIT 1
) earlier`;

/** Messages that are composed at the same time share a statement; those whose headers name nothing cost nothing. */
export function createNameByOurIds(pool: Pool): NameByOurIds {
  const lookUps = createBatcher<readonly NamedId[], readonly (string | null)[]>({
    name: 'submitted ids',
    inFlightMax: 2,
    weightOf: (ids) => ids.length,
    weightMax: 200,
    run: async (lists) => {
      const ids = lists.flat();
      const { rows } = await pool.query<EarlierRow>({
        name: 'delivery.find-submitted-ids',
        text: findEarlierSql,
        values: [
          ids.map(({ message }) => message.organizationId),
          ids.map(({ message }) => message.apiKeyId),
          ids.map(({ message }) => sinceOf(message)),
          ids.map(({ message }) => message.id),
          ids.map(({ hash }) => hash),
        ],
      });
      const found = new Map(rows.map(({ at, id, domain }) => [at, messageIdHeader(id, domain)]));
      let at = 0;
      return lists.map((list) => list.map(() => found.get((at += 1)) ?? null));
    },
  });

  return async (message, headers) => {
    const named = idsInThread(headers).flatMap((id) => {
      const hash = submittedIdHash(id);
      return hash ? [{ id, message, hash }] : [];
    });
    if (named.length === 0) return headers;
    const ours = await lookUps.submit(named);
    const names = new Map<string, string>();
    named.forEach(({ id }, index) => {
      const name = ours[index];
      if (name) names.set(id, name);
    });
    return names.size === 0 ? headers : renamedInThread(headers, names);
  };
}

function sinceOf({ id }: NamingMessage): string {
  return uuidV7Floor(new Date(uuidV7Time(id).getTime() - rememberedMs));
}
