import { createConsumedWatermark } from './consumed-watermark';

test('knows for five minutes who has something in which overflow queue', () => {
  let minutes = 0;
  const watermark = createConsumedWatermark(() => minutes * 60_000);
  const seen = (organization_id?: string) => [
    { message_id: 'm', ...(organization_id && { organization_id }) },
  ];
  watermark.overflowed('send.bulk.overflow', seen('early'));
  watermark.overflowed('send.transactional.overflow', seen('other'));
  minutes = 4;
  watermark.overflowed('send.bulk.overflow', seen('late'));
  watermark.overflowed('send.bulk.overflow', seen());
  expect(watermark.overflowing('send.bulk.overflow')).toEqual(['early', 'late']);
  minutes = 6;
  expect(watermark.overflowing('send.bulk.overflow')).toEqual(['late']);
  expect(watermark.overflowing('send.retry.overflow')).toEqual([]);
});
