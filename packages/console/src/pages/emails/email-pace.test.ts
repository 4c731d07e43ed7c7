import type { DeliveryPace } from '../../api/types';
import { durationText, paceSentence } from './email-pace';

const pace = (now: number | null, usual: number | null): DeliveryPace => ({
  seconds_to_delivery: now === null ? null : { p50: now, p95: now * 3 },
  usual_seconds: usual === null ? null : { p50: usual, p95: usual * 3 },
});
const sentence = (organization: DeliveryPace | null, platform: DeliveryPace | null) =>
  paceSentence({ provider: 'google', recipients: ['ada@gmail.com'], organization, platform });

describe('how long email takes', () => {
  it.each([
    ['as usual', [pace(4, 4), pace(5, 4)], 'Usually 4 s at Gmail at this hour (95 % within 12 s). Now 4 s.'],
    [
      'slow for everyone',
      [pace(120, 4), pace(130, 4)],
      'Usually 4 s at Gmail at this hour (95 % within 12 s). Now 2 min, for everyone on this platform.',
    ],
    [
      'slow for this organization',
      [pace(120, 4), pace(5, 4)],
      'Usually 4 s at Gmail at this hour (95 % within 12 s). Now 2 min, only for your email: 5 s for everyone on this platform.',
    ],
    [
      'slow, and no other organization sends',
      [pace(120, 4), pace(null, null)],
      'Usually 4 s at Gmail at this hour (95 % within 12 s). Now 2 min for your email.',
    ],
    [
      'slower by little',
      [pace(4, 1), pace(4, 1)],
      'Usually 1 s at Gmail at this hour (95 % within 3 s). Now 4 s.',
    ],
    [
      'known of the platform alone',
      [pace(null, null), pace(3, null)],
      'Now 3 s for everyone on this platform.',
    ],
    [
      'bulk mail',
      [pace(900, 900), null],
      'Usually 15 min at Gmail at this hour (95 % within 45 min). Now 15 min.',
    ],
  ] as const)('is a sentence when it is %s', (_name, [organization, platform], expected) => {
    expect(sentence(organization, platform)).toBe(expected);
  });

  it('is not said of too few deliveries', () => {
    expect(sentence(pace(null, null), pace(null, null))).toBeNull();
    expect(sentence(null, null)).toBeNull();
  });

  it.each([
    [0.42, '420 ms'],
    [4.13, '4.1 s'],
    [4, '4 s'],
    [12.4, '12 s'],
    [240, '4 min'],
    [10_800, '3 h'],
    [260_000, '3 d'],
  ])('has %d seconds as %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
