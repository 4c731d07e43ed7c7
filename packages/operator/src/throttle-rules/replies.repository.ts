import { lowestId } from '@postrider/contracts/ids';
import { uuidV7Floor, type Pool } from '@postrider/db';

/** A reply with 4xx or 5xx that a worker has recorded. */
export interface RecordedReply {
  readonly message_id: string;
  readonly ordinal: number;
  readonly round: number;
  readonly at: Date;
  /** As it was reached: `mx1.example.org [192.0.2.1]:25`. */
  readonly destination: string;
  readonly provider: string | null;
  readonly reply_code: number;
  readonly reply: string;
}

const pageRowsMax = 5_000;
/** Five million replies. */
const pagesMax = 1_000;
/** A message is tried for two days. */
const lifetimeMs = 2 * 86_400_000;

/** In pages, by message. */
export async function* readReplies(pool: Pool, since: Date): AsyncGenerator<readonly RecordedReply[]> {
  let after = { id: uuidV7Floor(new Date(since.getTime() - lifetimeMs)) ?? lowestId, ordinal: -1, round: 0 };
  for (let page = 0; page < pagesMax; page += 1) {
    const { rows } = await pool.query<RecordedReply>(
      `SELECT a.message_id, a.ordinal, a.round, coalesce(a.finished_at, a.started_at) AS at, a.destination, r.provider,
              a.reply_code, a.reply
         FROM delivery_attempts a JOIN recipients r ON r.message_id = a.message_id AND r.ordinal = a.ordinal
        WHERE (a.message_id, a.ordinal, a.round) > ($1, $2, $3) AND a.started_at >= $4
          AND a.reply_code >= 400 AND a.result IN ('deferred', 'bounced')
        ORDER BY a.message_id, a.ordinal, a.round LIMIT $5`,
      [after.id, after.ordinal, after.round, since, pageRowsMax],
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRowsMax) return;
    after = { id: last.message_id, ordinal: last.ordinal, round: last.round };
  }
}
