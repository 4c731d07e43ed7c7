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

it.each([
  ['2026-12-25T10:00Z', '2026-12-25T10:00:00Z'],
  ['2026-12-25T10:00+01:00', '2026-12-25T10:00:00+01:00'],
  ['2026-12-25T10:00:00+0100', '2026-12-25T10:00:00+01:00'],
  ['2026-12-25T10:00:00-03', '2026-12-25T10:00:00-03:00'],
  ['2026-12-25t10:00:00.5z', '2026-12-25T10:00:00.5Z'],
  ['2026-12-25T10:00:00,250+0530', '2026-12-25T10:00:00.250+05:30'],
  ['2026-12-25T10:00:00 01:00', '2026-12-25T10:00:00+01:00'],
  ['20261225T100000Z', '2026-12-25T10:00:00Z'],
  ['20261225T1000+01', '2026-12-25T10:00:00+01:00'],
  ['2028-02-29T23:59:59.999999Z', '2028-02-29T23:59:59.999999Z'],
])('takes %s, which is valid ISO 8601', (written, read) => {
  expect(timestamp().parse(written)).toBe(read);
  expect(Date.parse(read)).not.toBeNaN();
});

it.each([
  '2026-12-25',
  '2026-12-25T10:00:00',
  '2026-02-29T10:00:00Z',
  '2026-12-25T24:00:00Z',
  '2026-12-25T10:00:00+24:00',
  '2026-12-25T10:00:00+01:60',
  '2026-12-25 10:00:00Z',
  '2026-1225T10:00:00Z',
  '25.12.2026 10:00',
  '1798192800',
])('refuses %s, which has no offset or does not exist', (value) =>
  expect(faults(value)).toEqual(['must be an ISO 8601 time with a UTC offset']),
);
