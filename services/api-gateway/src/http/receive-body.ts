import { createByteBudget, doneWith, type Metrics } from '@postrider/runtime';
import { z } from 'zod';
import type { Exchange } from './exchange';
import { parseJson } from './parse-json';
import { bodyAtHand, declaredBytes, readBody, requireJson, type BodyPace, type BodyTerms } from './read-body';
import type { Route } from './route';
import type { Visitor } from './visitor';

/** A parsed body, or what is wrong with it. */
export interface ReceivedBody {
  readonly value: unknown;
  readonly problem?: Error;
}

/** Bodies up to here are read before admission control is asked; larger ones are worth a round trip of their own. */
const SMALL_BODY_BYTES = 65_536;
const DEFAULT_BODY_BYTES_MAX = 1_000_000;
const DEFAULT_BODY_VALUES_MAX = 10_000;

/** A body may wait this long for room, with its client held back, before it is refused. */
const ROOM_WAIT_MS = 20_000;

/**
 * Reads and parses the body. What is wrong with it is kept for later, since a request over its rate is told that first.
 * @throws AppError `payload_too_large` before a byte is read; `rate_limited` before a large body is
 */
export type ReceiveBody = (route: Route, exchange: Exchange, visitor: Visitor) => Promise<ReceivedBody>;

export function createReceiveBody(given: {
  readonly bytesMax: number;
  readonly pace: BodyPace;
  readonly metrics: Metrics;
}): ReceiveBody {
  const { bytesMax: budgetBytes, pace, metrics } = given;
  // Half at most for one organization, so that its uploads cannot shut out the others.
  const perOwnerMax = budgetBytes / 2;
  const budget = createByteBudget({ bytesMax: budgetBytes, perOwnerMax, waitMs: ROOM_WAIT_MS });
  metrics.gauge('http_body_bytes', 'Bytes of request bodies that are held in memory.', budget.held);

  return async (route, exchange, visitor) => {
    if (route.body === undefined) return { value: undefined };
    const { bodyBytesMax: bytesMax = DEFAULT_BODY_BYTES_MAX, bodyValuesMax = DEFAULT_BODY_VALUES_MAX } =
      route;
    const bytes = declaredBytes(exchange.request, bytesMax);
    if (bytes === 0 && isOptional(route.body)) return { value: undefined };
    if (bytes > SMALL_BODY_BYTES) await visitor.upToDate(() => visitor.admission.check());
    try {
      requireJson(exchange.request);
      const atHand = bodyAtHand(exchange);
      if (atHand !== null) return { value: parseJson(atHand, bodyValuesMax) };
      const room = budget.open(visitor.identity().principal.organization.id);
      return { value: parseJson(await arrivingBody(exchange, { bytesMax, room, pace }), bodyValuesMax) };
    } catch (error) {
      return { value: undefined, problem: error instanceof Error ? error : new Error(String(error)) };
    }
  };
}

/** Takes room for what has arrived: of a small body until all of it is there, of a large one until it is answered. */
async function arrivingBody(exchange: Exchange, terms: BodyTerms): Promise<Buffer> {
  const { response } = exchange;
  let bytes = 0;
  const release = (): void => {
    terms.room.release();
    doneWith(bytes);
    bytes = 0;
  };
  response.once('close', release);
  try {
    const body = await readBody(exchange, terms);
    bytes = body.length;
    if (bytes <= SMALL_BODY_BYTES || response.closed) release();
    return body;
  } catch (error) {
    release();
    throw error;
  }
}

/** An action that takes no body from most callers; without one its content type does not matter either. */
function isOptional(body: z.ZodType): boolean {
  return body instanceof z.ZodOptional;
}
