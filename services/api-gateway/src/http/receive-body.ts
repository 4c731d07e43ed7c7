import { z } from 'zod';
import type { BodyBudget } from './body-budget';
import type { Exchange } from './exchange';
import { declaredBytes, parseJson, readBody, requireJson } from './read-body';
import type { Route } from './route';
import type { Visitor } from './visitor';

/** A parsed body, or what is wrong with it. */
export interface ReceivedBody {
  readonly value: unknown;
  readonly problem?: Error;
}

/** Bodies up to here are read before the gate is asked; larger ones are worth a round trip of their own. */
const SMALL_BODY_BYTES = 65_536;
const DEFAULT_BODY_BYTES_MAX = 1_000_000;

/**
 * Reads and parses the body. What is wrong with it is kept for later, since a request over its rate is told that first.
 * @throws AppError `payload_too_large` before a byte is read; `rate_limited` before a large body is
 */
export async function receiveBody(
  route: Route,
  exchange: Exchange,
  { visitor, budget }: { readonly visitor: Visitor; readonly budget: BodyBudget },
): Promise<ReceivedBody> {
  if (route.body === undefined) return { value: undefined };
  const bytesMax = route.bodyBytesMax ?? DEFAULT_BODY_BYTES_MAX;
  const bytes = declaredBytes(exchange.request, bytesMax);
  if (bytes === 0 && isOptional(route.body)) return { value: undefined };
  if (bytes > SMALL_BODY_BYTES) {
    await visitor.upToDate(() => visitor.admission.enter());
    const release = await budget.acquire(visitor.identity().principal.organization.id, bytes);
    // Whoever waited for room may be gone by now.
    if (exchange.response.closed) release();
    else exchange.response.once('close', release);
  }
  try {
    requireJson(exchange.request);
    return { value: parseJson(await readBody(exchange, bytesMax)) };
  } catch (error) {
    return { value: undefined, problem: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** An action that takes no body from most callers; without one its content type does not matter either. */
function isOptional(body: z.ZodType): boolean {
  return body instanceof z.ZodOptional;
}
