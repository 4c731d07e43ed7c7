/** What replaces a secret in logs. */
export const redacted = '[redacted]';

const keyKinds = 'api|private|secret|access|master|signing|encryption';
/** In snake, kebab and camel case, and run together. */
const secretName = new RegExp(
  `(?:tokens?|secrets?|passwords?|passwd|passphrases?|authorization|cookies?|credentials?|recovery[_-]?codes?|(?:${keyKinds})[_-]?keys?)$|(?:^|[_.-])(?:t?otp|pwd|jwt)s?$`,
  'i',
);
/** Names are few, and each is looked at for each line. */
const known = new Map<string, boolean>();
const knownMax = 5_000;

/** Whether the value of a field is a secret: of `accessToken`, `client_secret`, `x-api-key`, `otp`; not the number of `tokens`, and no flag. */
export function holdsSecret(name: string, value: unknown): boolean {
  if (!isSecretName(name) || value === null || value === undefined) return false;
  if (typeof value === 'number') return !name.endsWith('s');
  return typeof value !== 'boolean';
}

/** Whether a field of that name can hold a secret. */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = secretName.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
  if (known.size < knownMax) known.set(name, isSecret);
  return isSecret;
}

const parameter = 'token|secret|password|passphrase|otp|jwt|key|code|signature|sig';
/** Our keys and secrets, bearer tokens, JWTs, PEM keys, passwords in URLs, and parameters of links that act by themselves. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\bpr_(?:live|test|share)_\w+/g, redacted],
  [/\bwhsec_[\w+/=-]+/g, redacted],
  [/\bBearer\s+[^\s"',]+/gi, redacted],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)*/g, redacted],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g, redacted],
  [/(:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}@/g, `$1${redacted}@`],
  [new RegExp(`([?&;#](?:[\\w-]{0,40}[_-])?(?:${parameter})=)[^&\\s"'<>]+`, 'gi'), `$1${redacted}`],
  [
    /([?&;#][\w-]{1,40}(?:Token|Secret|Password|Passphrase|Key|Code|Signature)=)[^&\s"'<>]+/g,
    `$1${redacted}`,
  ],
];
/** Spares most texts the search. */
const mayHoldSecret = /pr_(?:live|test|share)_|whsec_|bearer\s|eyJ|PRIVATE KEY|:\/\/|[?&;#][\w-]+=/i;

export function redactText(text: string): string {
  if (!mayHoldSecret.test(text)) return text;
  return secretTexts.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), text);
}
