import { isBulkKind } from './statuses';

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

it.each([null, '', 'bulk', 'bulky.x', 'receipt.bulk.x', 'Newsletter.x'])('%s is none', (kind) => {
  expect(isBulkKind(kind)).toBe(false);
});
