import type { DeliveryPace, ProviderDeliveryTimes } from '../../api/types';
import { pace as words } from '../../texts/email-answer';
import { providerName } from '../../texts/mailbox-providers';

/** Slower than usual by less than this is no news, whatever the ratio. */
const slowerSecondsMin = 10;
const slowerRatioMin = 3;

/** How long email takes to a provider now, beside what is usual; null: there are too few deliveries to say. */
export function paceSentence({ provider, organization, platform }: ProviderDeliveryTimes): string | null {
  const usual = organization?.usual_seconds ?? platform?.usual_seconds ?? null;
  const sentences = [
    ...(usual === null
      ? []
      : [words.usual(durationText(usual.p50), providerName(provider), durationText(usual.p95))]),
    ...nowSentence(organization, platform),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function nowSentence(own: DeliveryPace | null, all: DeliveryPace | null): string[] {
  const now = { own: own?.seconds_to_delivery ?? null, all: all?.seconds_to_delivery ?? null };
  const textOf = (name: 'own' | 'all'): string => durationText(now[name]?.p50 ?? 0);
  if (isSlower(all)) return [words.slowForAll(textOf('all'))];
  if (isSlower(own)) {
    return [now.all === null ? words.slow(textOf('own')) : words.slowForYou(textOf('own'), textOf('all'))];
  }
  if (now.own !== null) return [words.now(textOf('own'))];
  return now.all === null ? [] : [words.nowForAll(textOf('all'))];
}

function isSlower(pace: DeliveryPace | null): boolean {
  if (pace === null || pace.seconds_to_delivery === null || pace.usual_seconds === null) return false;
  const [now, usual] = [pace.seconds_to_delivery.p50, pace.usual_seconds.p50];
  return now >= usual * slowerRatioMin && now - usual >= slowerSecondsMin;
}

/** `420 ms`, `4.1 s`, `12 s`, `4 min`, `3 h`, `2 d`. */
export function durationText(seconds: number): string {
  if (seconds < 0.9995) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
