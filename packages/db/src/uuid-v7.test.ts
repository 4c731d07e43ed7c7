import { newId } from '@postrider/contracts/ids';
import fc from 'fast-check';
import { uuidV7Floor, uuidV7Time } from './uuid-v7';

describe('UUIDv7 bounds', () => {
  it('gives back the time of a new id', () => {
    const before = Date.now();
    const time = uuidV7Time(newId()).getTime();
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  it('puts the floor below every id of its millisecond and above every older id', () => {
    const time = fc.integer({ min: 1, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(time, fc.uuid({ version: 7 }), (ms, random) => {
        const floor = uuidV7Floor(new Date(ms));
        const sameMs = floor.slice(0, 14) + random.slice(14);
        const older = uuidV7Floor(new Date(ms - 1)).slice(0, 14) + 'ffff-ffff-ffffffffffff';
        expect(floor <= sameMs).toBe(true);
        expect(older < floor).toBe(true);
        expect(uuidV7Time(sameMs).getTime()).toBe(ms);
      }),
    );
  });

  it('puts every id above a floor before 1970', () => {
    const lowest = '00000000-0000-0000-0000-000000000000';
    expect([uuidV7Floor(new Date(-1)), uuidV7Floor(new Date(5), -6)]).toEqual([lowest, lowest]);
  });

  it('refuses what is no time or no id', () => {
    expect(() => uuidV7Floor(new Date(Number.NaN))).toThrow(RangeError);
    expect(() => uuidV7Floor(new Date(2 ** 48))).toThrow(RangeError);
    expect(() => uuidV7Time('messages')).toThrow(RangeError);
    expect(() => uuidV7Time('zzzzzzzz-zzzz-7000-8000-000000000000')).toThrow(RangeError);
  });
});
