import { timestamp } from './text';

const faults = (value: unknown, schema = timestamp()): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

it.each([
  ['tomorrow', 'must be an ISO 8601 time with a UTC offset'],
  [undefined, 'required'],
  ['0000-01-01T00:00:00Z', 'must be between the years 0001 and 9999'],
])('names the one fault of %s', (value, fault) => expect(faults(value)).toEqual([fault]));

it('takes a time with an offset', () => expect(faults('2026-01-01T00:00:00+02:00')).toEqual([]));

it.each([
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '9999-01-01T00:00:00Z',
  '1970-01-01T00:00:00+01:00',
])('names one range of years, the narrower one, for %s', (value) => {
  const sendTime = timestamp({ first: 1970, last: 9_998 });
  expect(faults(value, sendTime)).toEqual(['must be between the years 1970 and 9998']);
});
