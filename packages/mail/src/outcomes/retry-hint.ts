const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const HINT_MAX_MS = 24 * UNIT_MS.h; // a server may not park a message for longer than a bulk message lives
const TEXT_CHARS_MAX = 2_000;

const AMOUNT =
  /\b(?:again|retry|wait|for|after|in|within)\b[^0-9]{0,30}(\d{1,6})\s{0,3}(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?|rs?)?\b/i;
const CLOCK = /\b(?:again|retry|wait|after|in)\b[^0-9]{0,30}(\d{1,2}):([0-5]\d):([0-5]\d)\b/i;
const ABOUT_WAITING = /try|again|retry|wait|gr[ae]y-?list|later/i;

/** The wait a reply asks for ("try again in 5 minutes", "greylisted for 300 seconds"), in ms; null when it names none. */
export function retryHintMs(replyText: string): number | null {
  const text = replyText.slice(0, TEXT_CHARS_MAX);
  if (!ABOUT_WAITING.test(text)) return null;
  const clock = CLOCK.exec(text);
  if (clock)
    return bounded(
      Number(clock[1]) * UNIT_MS.h + Number(clock[2]) * UNIT_MS.m + Number(clock[3]) * UNIT_MS.s,
    );
  const amount = AMOUNT.exec(text);
  if (!amount) return null;
  return bounded(Number(amount[1]) * UNIT_MS[(amount[2] ?? 's').toLowerCase() as keyof typeof UNIT_MS]);
}

function bounded(waitMs: number): number | null {
  return waitMs > 0 ? Math.min(waitMs, HINT_MAX_MS) : null;
}
