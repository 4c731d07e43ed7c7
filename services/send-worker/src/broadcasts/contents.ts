import { compileContent, findBroadcastContent, type CompiledContent } from '@postrider/audiences';
import type { Pool } from '@postrider/db';
import type { Renderer } from '@postrider/templating';
import { createTtlCache } from '@postrider/runtime';
import { waits, type OpenBroadcast, type Waits } from './open-broadcast';

/** What a broadcast says to the recipients of a variant (null: it has none), or why it has to wait. */
export type ReadContent = (
  broadcast: OpenBroadcast,
  variant: number | null,
) => Promise<CompiledContent | Waits>;

/** Of 4 MB each at most. */
const contentsMax = 30;
/** An archived template stops what still uses it after so long. */
const keptMs = 60_000;
const unfitRetryMs = 60_000;
const busyRetryMs = 1_000;

/** Reads contents once for many pages: they are fixed when a broadcast begins. */
export function createReadContent({ pool, renderer }: { pool: Pool; renderer: Renderer }): ReadContent {
  const cache = createTtlCache<string, CompiledContent>({ entriesMax: contentsMax, ttlMs: keptMs });

  return async (broadcast, variant) => {
    const key = `${broadcast.id} ${variant}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const { organizationId } = broadcast;
    const source = await findBroadcastContent(pool, { organizationId, content: broadcast }, variant);
    if (source === null) return waits('content', 'the template is no longer published', unfitRetryMs);
    const outcome = await compileContent(
      renderer,
      { ...source, wasAccepted: true },
      { organizationId, hasEvent: false },
    );
    if (outcome.state === 'busy') return waits('busy', outcome.error.message, busyRetryMs);
    if (outcome.state === 'invalid') {
      const [problem] = outcome.problems;
      return waits(
        'content',
        `the content is not valid: ${problem?.path}: ${problem?.message}`,
        unfitRetryMs,
      );
    }
    // Until then it may be changed.
    if (broadcast.startedAt !== null) cache.set(key, outcome.content);
    return outcome.content;
  };
}
