import type { FinishedRequest, RequestExchange } from '../http/report-request';
import { redactText } from '@postrider/runtime';
import { redactJson } from './redact';

/** What is stored of a request besides its sizes. Bodies are JSON; null: there was none. */
export interface RequestContent {
  readonly query: string | null;
  readonly requestHeaders: string;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
}

/** Values of other headers may be secret, or say who asked. */
const shownHeaders = new Set([
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'transfer-encoding',
  'user-agent',
  'x-request-id',
]);
const headersMax = 50;
const headerCharsMax = 200;
const queryCharsMax = 2_000;

function contentOf({ queryString, headers, requestBody, responseBody }: RequestExchange): RequestContent {
  const shown = Object.entries(headers)
    .slice(0, headersMax)
    .map(([name, value]) => [
      name.slice(0, headerCharsMax),
      shownHeaders.has(name) ? redactText(String(value).slice(0, headerCharsMax)) : '[redacted]',
    ]);
  return {
    query: queryString === '' ? null : redactText(queryString.slice(0, queryCharsMax)),
    requestHeaders: JSON.stringify(Object.fromEntries(shown)),
    requestBody: requestBody === undefined ? null : redactJson(requestBody),
    // Text, such as a CSV file, is a list that can be read again.
    responseBody: typeof responseBody === 'object' && responseBody !== null ? redactJson(responseBody) : null,
  };
}

/** Of one process: what is beyond it keeps only sizes, so that a client in a loop fills neither the table nor the event loop. */
const keptPerSecond = { organizationMax: 10, allMax: 200 } as const;
/** Contents that may wait to be written, some 40 kB each. */
const waitingMax = 400;

export interface ContentKeeper {
  /** Null: sizes are enough, or there is no room. */
  take(finished: FinishedRequest): RequestContent | null;
  /** To be called with rows that were written or dropped. */
  release(rows: readonly { readonly content: RequestContent | null }[]): void;
}

export function createContentKeeper(): ContentKeeper {
  let second = 0;
  let kept = 0;
  let waiting = 0;
  const keptOf = new Map<string, number>();

  const hasRoom = ({ organizationId, startedAt }: FinishedRequest): boolean => {
    const current = Math.floor(startedAt.getTime() / 1_000);
    if (current > second) {
      second = current;
      kept = 0;
      keptOf.clear();
    }
    const own = keptOf.get(organizationId) ?? 0;
    if (own >= keptPerSecond.organizationMax || kept >= keptPerSecond.allMax || waiting >= waitingMax)
      return false;
    kept += 1;
    waiting += 1;
    keptOf.set(organizationId, own + 1);
    return true;
  };

  return {
    take: (finished) => (hasContent(finished) && hasRoom(finished) ? contentOf(finished.exchange) : null),
    release: (rows) => {
      for (const { content } of rows) if (content !== null) waiting -= 1;
    },
  };
}

/**
 * Whether headers and bodies are stored, where the organization keeps content: of what failed and of what was changed. An email that was
 * sent has its own content, and a read that succeeded can be repeated (ADR 74).
 */
function hasContent({ errorCode, isRead, emailIds }: FinishedRequest): boolean {
  return errorCode !== null || (!isRead && emailIds.length === 0);
}
