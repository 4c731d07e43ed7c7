import fc from 'fast-check';
import { addWeeks, partitionName, startOfWeek } from './week';

describe('weeks of partitions', () => {
  it('begin on Monday 00:00 UTC', () => {
    const monday = new Date('2026-11-16T00:00:00Z');
    expect(startOfWeek(new Date('2026-11-16T00:00:00.000Z'))).toEqual(monday);
    expect(startOfWeek(new Date('2026-11-22T23:59:59.999Z'))).toEqual(monday);
    expect(startOfWeek(new Date('2026-11-15T23:59:59.999Z'))).toEqual(addWeeks(monday, -1));
  });

  it('hold every instant in exactly one week', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const start = startOfWeek(date);
          expect(start.getUTCDay()).toBe(1);
          expect(start.getTime()).toBeLessThanOrEqual(date.getTime());
          expect(addWeeks(start, 1).getTime()).toBeGreaterThan(date.getTime());
        },
      ),
    );
  });

  it('name a partition by its Monday', () => {
    expect(partitionName('messages', new Date('2026-11-16T00:00:00Z'))).toBe('messages_p20261116');
  });
});
