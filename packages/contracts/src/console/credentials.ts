import { z } from 'zod';
import { hasInvisibleCharacters, mixesScripts } from '../fields/display-name';
import { line } from '../fields/fields';
import { sample } from '../fields/sample';
import { addressLine, displayName, lineOfText } from '../fields/text';

/** NIST SP 800-63B: length is what counts, and a limit far above any passphrase keeps hashing cheap. */
export const passwordLimits = { charsMin: 12, charsMax: 256 };

/** An address as people type it; compared without regard to case. */
export const userEmail = addressLine()
  .min(3, 'required')
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
  .meta({ description: 'Email address of the user.', examples: ['ada@acme.example'] });

/** The address of a person whom another user invites. It must be what it looks like. */
export const invitedEmail = userEmail
  .refine((email) => !hasInvisibleCharacters(email), 'must not contain invisible characters')
  .refine((email) => email === email.normalize('NFKC') && !mixesScripts(email), 'must not mix alphabets')
  .meta({ description: 'Address to invite.', examples: ['grace@acme.example'] });

export const userName = displayName().meta({
  description: 'Name of the user, 1 to 120 characters, without URLs and invisible characters.',
  examples: ['Ada Byron'],
});

export const newPassword = z
  .string()
  .min(passwordLimits.charsMin, `must have at least ${passwordLimits.charsMin} characters`)
  .max(passwordLimits.charsMax)
  .meta({
    description: `New password, ${passwordLimits.charsMin} to ${passwordLimits.charsMax} characters.`,
    examples: ['correct horse battery staple'],
  });

export const password = z
  .string()
  .min(1, 'required')
  .max(passwordLimits.charsMax)
  .meta({ description: 'Password of the user.', examples: ['correct horse battery staple'] });

export const totpCode = lineOfText()
  .trim()
  .regex(/^\d{6}$/, 'must have 6 digits')
  .meta({ description: 'Code of the authenticator app.', examples: ['492039'] });

export const recoveryCode = lineOfText()
  .trim()
  .min(1, 'required')
  .max(40)
  .meta({ description: 'A recovery code. Each works once.', examples: ['7KQ2-M4XD-9RWT-V3HP'] });

const json = z.record(z.string(), z.unknown());

/** What `navigator.credentials.create` or `.get` returned, as `toJSON` writes it. Its content is checked by the WebAuthn library. */
export const passkeyResponse = json.meta({
  description: 'Result of `navigator.credentials.create()` or `.get()`, as JSON.',
  examples: [{ id: 'kB3uU7', rawId: 'kB3uU7', type: 'public-key', response: {}, clientExtensionResults: {} }],
});

/** Options for `navigator.credentials`, valid for five minutes in the same browser. */
export const passkeyOptions = z
  .object({
    options: json.meta({
      description:
        'Options for `navigator.credentials.create()` or `.get()`, as JSON. Valid for five minutes.',
      examples: [{ challenge: 'p7Xb0Zc', rpId: 'console.acme.example', userVerification: 'required' }],
    }),
  })
  .meta({ id: 'PasskeyOptions', description: 'Options to create or use a passkey.' });

/** A link of the console with a secret in its fragment, which browsers send to no server. */
export const invitationUrl = line(
  'Link to accept the invitation. It contains the secret, is returned only now, and works once.',
  'https://console.acme.example/console/invitation#8Zk2EXAMPLE',
);

export const organizationHeaders = z.object({
  'Postrider-Organization': lineOfText().meta({
    description: 'Id of the organization. The user must be a member of it.',
    examples: [sample.organizationId],
  }),
});
