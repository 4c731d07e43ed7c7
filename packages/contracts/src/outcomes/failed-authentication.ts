export const authenticationMethods = ['spf', 'dkim', 'dmarc'] as const;
export type AuthenticationMethod = (typeof authenticationMethods)[number];

/** Replies are at most some KB; a provider writes its results near the end. */
const readCharsMax = 4_000;

/**
 * What Outlook.com writes behind 5.7.515 (`Spf= Pass, Dkim= Fail, DMARC= Pass`) and Gmail behind 5.7.26 (`DKIM = did not pass SPF
 * [shop.example] with ip: [192.0.2.1] = did not pass`).
 */
const resultPattern =
  /\b(spf|dkim|dmarc)\b(?: \[[^\]]{1,255}\](?: with ip: \[[^\]]{1,45}\])?)?\s{0,3}=\s{0,3}(pass|did not pass|[a-z]{1,12})/gi;

/** Which of SPF, DKIM and DMARC a reply says have not passed. Empty: it names none. */
export function failedAuthentication(reply: string): AuthenticationMethod[] {
  const results = [...reply.slice(0, readCharsMax).matchAll(resultPattern)];
  const failed = new Set(
    results.flatMap(([, method = '', result = '']) =>
      result.toLowerCase() === 'pass' ? [] : [method.toLowerCase()],
    ),
  );
  return authenticationMethods.filter((method) => failed.has(method));
}
