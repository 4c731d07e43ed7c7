import { z } from 'zod';
import { roles } from '../access/roles';
import { flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { organizationKinds } from '../statuses/statuses';
import { passkeyResponse, password, recoveryCode, totpCode, userEmail } from './credentials';

const role = z.enum(roles).meta({
  description:
    '`owner`: everything. `admin`: everything but owners, sign-in and deletion. `member`: sends and reads, and creates SEND keys. `viewer`: reads.',
});

/** Role, domains and rights of a membership, as requests and answers have them. */
export const membershipFields = {
  role,
  domain_ids: z
    .array(z.string())
    .nullable()
    .meta({
      description: 'Ids of the only domains that the member may use. Null: all.',
      examples: [[sample.domainId]],
    }),
  rights: z
    .object({
      content: flag('Whether the member may read bodies and attachments of emails.'),
      export: flag('Whether the member may export lists.'),
    })
    .meta({ id: 'MemberRights', description: 'What the member may do besides the role.' }),
};

const sessionOrganization = z
  .object({
    membership_id: lineOrNull(
      'Id of the membership. Null: a client organization that the user has opened read-only.',
      sample.membershipId,
    ),
    organization_id: line('Id of the organization.', sample.organizationId),
    slug: line('Slug of the organization.', 'acme'),
    name: line('Name of the organization.', 'Acme GmbH'),
    kind: z
      .enum(organizationKinds)
      .meta({ description: '`internal`: of the operator. `client`: created by another organization.' }),
    ...membershipFields,
  })
  .meta({ id: 'SessionOrganization', description: 'An organization that the user may open.' });

/** Who is signed in, and what they may open. */
export const sessionResource = z
  .object({
    object: objectName('session'),
    id: line('Id of the session.', sample.sessionId),
    user: z
      .object({
        id: line('Id of the user.', sample.userId),
        email: line('Email address of the user.', 'ada@acme.example'),
        name: line('Name of the user.', 'Ada Byron'),
        is_operator: flag('Whether the user is an operator of the platform.'),
        has_second_factor: flag('Whether the user has an authenticator app or a passkey.'),
      })
      .meta({ id: 'SessionUser', description: 'The signed-in user.' }),
    organizations: z.array(sessionOrganization).meta({
      description: 'Organizations of the user by name, then client organizations opened read-only.',
    }),
    second_factor: flag('Whether this session was started with a second factor or a passkey.'),
    operator_access: flag(
      'Whether this session may use the operator pages. An operator may need a second factor for them.',
    ),
    recently_authenticated_until: timeOrNull(
      'Until when changes that require a recent authentication are accepted. Null: authenticate again first.',
      sample.acceptedAt,
    ),
    created_at: time('When the user signed in.'),
    expires_at: time('When the session ends at the latest.', sample.laterAt),
  })
  .meta({ id: 'Session', description: 'The session of the browser.' });
export type SessionResource = z.infer<typeof sessionResource>;
export type SessionOrganizationResource = z.infer<typeof sessionOrganization>;

/** One schema for both outcomes, so that a typed client needs no union: exactly one of the two fields is not null. */
export const signInResult = z
  .object({
    next: z.enum(['totp']).nullable().meta({
      description: '`totp`: send a code with `POST /session/totp` within five minutes. Null: signed in.',
    }),
    session: sessionResource.nullable().meta({ description: 'The new session. Null if a step is left.' }),
  })
  .meta({ id: 'SignInResult', description: 'The session, or the next step of signing in.' });
export type SignInResult = z.infer<typeof signInResult>;

export const signInRequest = z.object({ email: userEmail, password }).meta({
  id: 'SignInRequest',
  description: 'Email address and password.',
  examples: [{ email: 'ada@acme.example', password: 'correct horse battery staple' }],
});

export const signInTotpRequest = z
  .object({ code: totpCode.optional(), recovery_code: recoveryCode.optional() })
  .refine(({ code, recovery_code: recovery }) => (code === undefined) !== (recovery === undefined), {
    path: ['code'],
    message: 'send either code or recovery_code',
  })
  .meta({
    id: 'SignInTotpRequest',
    description: 'A code of the authenticator app, or a recovery code.',
    examples: [{ code: '492039' }],
  });

export const signInPasskeyRequest = z.object({ response: passkeyResponse }).meta({
  id: 'SignInPasskeyRequest',
  description: 'Answer of the passkey.',
  examples: [
    {
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

/** One way of the three. */
export const reauthenticateRequest = z
  .object({
    password: password.optional(),
    code: totpCode.optional(),
    passkey: passkeyResponse.optional(),
  })
  .refine(
    (body) => [body.password, body.code, body.passkey].filter((each) => each !== undefined).length === 1,
    {
      path: ['password'],
      message: 'send one of password, code and passkey',
    },
  )
  .meta({
    id: 'ReauthenticateRequest',
    description: 'Password, code of the authenticator app, or answer of a passkey.',
    examples: [{ password: 'correct horse battery staple' }],
  });

export const signInMethods = z
  .object({
    password: flag('Whether users can sign in with a password.'),
    passkey: flag('Whether users can sign in with a passkey.'),
    providers: z
      .array(
        z
          .object({
            id: line('Id of the provider.', 'google'),
            name: line('Name for the button.', 'Google'),
          })
          .meta({ id: 'SignInProvider', description: 'An OpenID Connect provider.' }),
      )
      .meta({ description: 'OpenID Connect providers: `/console/sign-in/{id}` redirects to one.' }),
  })
  .meta({ id: 'SignInMethods', description: 'Ways to sign in.' });
export type SignInMethods = z.infer<typeof signInMethods>;
