import { timestamp } from './text';

const faults = (value: unknown): string[] =>
  timestamp()
    .safeParse(value)
    .error?.issues.map(({ message }) => message) ?? [];

it.each([
  ['tomorrow', 'must be an ISO 8601 time with a UTC offset'],
  [undefined, 'required'],
  ['0000-01-01T00:00:00Z', 'must lie between the years 0001 and 9999'],
])('names the one fault of %s', (value, fault) => expect(faults(value)).toEqual([fault]));

it('takes a time with an offset', () => expect(faults('2026-01-01T00:00:00+02:00')).toEqual([]));
