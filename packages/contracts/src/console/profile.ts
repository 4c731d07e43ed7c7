import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { newPassword, passkeyResponse, password, totpCode, userName } from './credentials';

export const profileResource = z
  .object({
    object: objectName('profile'),
    id: line('Id of the user.', sample.userId),
    email: line('Email address of the user.', 'ada@acme.example'),
    name: line('Name of the user.', 'Ada Byron'),
    is_operator: flag('Whether the user is an operator of the platform.'),
    has_password: flag('Whether the user has a password.'),
    totp_enabled_at: timeOrNull('When the authenticator app was set up. Null: there is none.', null),
    recovery_codes_left: count('Recovery codes that were not used yet.', 10),
    passkeys: count('Passkeys of the user.', 1),
    providers: z.array(z.string()).meta({
      description: 'Ids of the OpenID Connect providers that the user is linked with.',
      examples: [['google']],
    }),
    created_at: time('When the user was created.'),
  })
  .meta({ id: 'Profile', description: 'The signed-in user and how they sign in.' });
export type ProfileResource = z.infer<typeof profileResource>;

export const updateProfileRequest = z.object({ name: userName }).meta({
  id: 'UpdateProfileRequest',
  description: 'Fields to change.',
  examples: [{ name: 'Ada Byron' }],
});

export const setPasswordRequest = z
  .object({
    current_password: password.optional().meta({
      description: 'Current password. Required if the user has one.',
      examples: ['correct horse battery staple'],
    }),
    new_password: newPassword,
  })
  .meta({
    id: 'SetPasswordRequest',
    description: 'The new password.',
    examples: [
      { current_password: 'correct horse battery staple', new_password: 'paper lantern river seventeen' },
    ],
  });

export const totpSetup = z
  .object({
    secret: line('Secret for authenticator apps, in Base32.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: line(
      'The same as an `otpauth` URI, for a QR code.',
      'otpauth://totp/Postrider:ada%40acme.example?secret=JBSWY3DPEHPK3PXP&issuer=Postrider',
    ),
  })
  .meta({
    id: 'TotpSetup',
    description: 'A new secret for an authenticator app. Used once it is confirmed.',
  });

export const confirmTotpRequest = z.object({ code: totpCode }).meta({
  id: 'ConfirmTotpRequest',
  description: 'A code of the authenticator app.',
  examples: [{ code: '492039' }],
});

export const recoveryCodes = z
  .object({
    codes: z.array(z.string()).meta({
      description: 'Ten recovery codes. Each works once. They are returned only now.',
      examples: [['7KQ2-M4XD-9RWT-V3HP', 'Q8FN-3ZKC-2VHP-6YB4']],
    }),
  })
  .meta({ id: 'RecoveryCodes', description: 'New recovery codes. Earlier ones no longer work.' });

const passkeyName = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'Name of the passkey, 1 to 120 characters.', examples: ['Laptop'] });

export const passkeyResource = z
  .object({
    object: objectName('passkey'),
    id: line('Id of the passkey.', sample.passkeyId),
    name: line('Name of the passkey.', 'Laptop'),
    is_synced: flag('Whether the passkey is synced between devices.'),
    created_at: time('When it was added.'),
    last_used_at: timeOrNull('When it was last used. Null: never.', null),
  })
  .meta({ id: 'Passkey', description: 'A passkey of the user.' });
export type PasskeyResource = z.infer<typeof passkeyResource>;

export const addPasskeyRequest = z.object({ name: passkeyName, response: passkeyResponse }).meta({
  id: 'AddPasskeyRequest',
  description: 'Name and answer of the new passkey.',
  examples: [
    {
      name: 'Laptop',
      response: {
        id: 'kB3uU7',
        rawId: 'kB3uU7',
        type: 'public-key',
        response: {},
        clientExtensionResults: {},
      },
    },
  ],
});

export const renamePasskeyRequest = z.object({ name: passkeyName }).meta({
  id: 'RenamePasskeyRequest',
  description: 'The new name.',
  examples: [{ name: 'Work laptop' }],
});

export const sessionSummary = z
  .object({
    object: objectName('session'),
    id: line('Id of the session.', sample.sessionId),
    is_current: flag('Whether it is the session of this request.'),
    method: z
      .enum(['password', 'passkey', 'provider', 'invitation'])
      .meta({ description: 'How the user signed in.' }),
    ip_address: lineOrNull('Address that the user signed in from.', sample.ipAddress),
    user_agent: lineOrNull('Browser that the user signed in with.', sample.userAgent),
    created_at: time('When the user signed in.'),
    last_seen_at: time('When the session was last used, accurate to a minute.', sample.acceptedAt),
    expires_at: time('When the session ends at the latest.', sample.laterAt),
  })
  .meta({ id: 'SessionSummary', description: 'A session of the user.' });
export type SessionSummary = z.infer<typeof sessionSummary>;

/** A user has few of each, so there are no pages. */
export const allOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: objectName('list'), data: z.array(item).meta({ description: 'All items.' }) });
