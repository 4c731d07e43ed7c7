import type { FinishedRequest } from '../http/report-request';
import { createContentKeeper, type ContentKeeper } from './request-content';

const second = new Date('2026-11-24T10:00:00.100Z');
const next = new Date('2026-11-24T10:00:01.000Z');

const failed = (organizationId: string, startedAt: Date): FinishedRequest => ({
  ...{ id: 'i', requestId: 'r', organizationId, apiKeyId: 'k', method: 'POST', path: '/', status: 422 },
  ...{ errorCode: 'validation_error', startedAt, durationMs: 1, requestBytes: 1, responseBytes: 1 },
  ...{ metadataBytes: null, unknownFields: null, isRead: false, emailIds: [], isReplay: false, warnings: [] },
  exchange: { queryString: '', headers: {}, requestBody: {}, responseBody: {} },
});

function keptOf(keeper: ContentKeeper, request: FinishedRequest, requests: number): number {
  return Array.from({ length: requests }, () => keeper.take(request)).filter((content) => content !== null)
    .length;
}

it('keeps ten contents of an organization in a second, and as many in the next', () => {
  const keeper = createContentKeeper();
  expect(keptOf(keeper, failed('a', second), 60)).toBe(10);
  expect(keptOf(keeper, failed('b', second), 60)).toBe(10);
  expect(keptOf(keeper, failed('a', next), 60)).toBe(10);
});

it('keeps 200 in a second of all organizations together', () => {
  const keeper = createContentKeeper();
  const kept = Array.from({ length: 30 }, (_none, n) => keptOf(keeper, failed(`o${n}`, second), 10));
  expect(kept.reduce((sum, each) => sum + each)).toBe(200);
});

it('keeps no more than can wait to be written', () => {
  const keeper = createContentKeeper();
  const at = (n: number): Date => new Date(second.getTime() + n * 1_000);
  const kept = Array.from({ length: 60 }, (_none, n) => keptOf(keeper, failed('a', at(n)), 10));
  expect(kept.reduce((sum, each) => sum + each)).toBe(400);
  keeper.release([{ content: null }]);
  expect(keptOf(keeper, failed('a', at(60)), 1)).toBe(0);
});

it('keeps none of sends and reads that succeeded', () => {
  const keeper = createContentKeeper();
  const done = { ...failed('a', second), status: 200, errorCode: null };
  expect(keeper.take({ ...done, emailIds: ['e'] })).toBeNull();
  expect(keeper.take({ ...done, isRead: true })).toBeNull();
  expect(keeper.take(done)).not.toBeNull();
});
