import { isAlmostBulkKind, isBulkKind } from './statuses';

it.each([
  'bulk.x',
  'broadcast.x',
  'digest.x',
  'sequence.x',
  'Bulk.x',
  'BROADCAST.X',
  'dIgest.',
  'Sequence.a.b',
])('%s is a bulk kind', (kind) => {
  expect(isBulkKind(kind)).toBe(true);
});

it.each([null, '', 'bulk', 'bulky.x', 'receipt.bulk.x', 'Newsletter.x'])('%s is not a bulk kind', (kind) => {
  expect(isBulkKind(kind)).toBe(false);
});

it.each<[string, boolean]>([
  ['bulk', true],
  ['digest', true],
  ['Broadcast', true],
  ['bulk-news', true],
  ['sequence_welcome', true],
  ['digest/weekly', true],
  ['bulk.news', false],
  ['digests', false],
  ['bulky', false],
  ['receipt.bulk', false],
  ['', false],
])('%s is almost a bulk kind: %s', (kind, almost) => {
  expect(isAlmostBulkKind(kind)).toBe(almost);
});
