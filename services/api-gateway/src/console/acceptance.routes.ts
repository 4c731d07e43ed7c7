import {
  acceptInvitationRequest,
  openInvitation as openInvitationResource,
  passkeyOptions,
  readInvitationRequest,
  signInResult,
  type OpenInvitation,
} from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { withTransaction, type PoolClient } from '@postrider/db';
import {
  acceptInvitation,
  createUser,
  openInvitation,
  type OpenedInvitation,
  type UserSession,
} from '@postrider/identity';
import { clientNetwork } from '@postrider/runtime';
import { consoleRoute } from './console-route';
import { recordOwnChange } from './own-changes';
import { requirePasswords } from './session.routes';
import type { ConsoleTools } from './console-tools';

/** What opens an invitation is its secret alone, so no session is needed. */
export const acceptanceRoutes = [
  consoleRoute({
    operationId: 'readInvitation',
    method: 'POST',
    path: '/invitations/read',
    access: 'anyone',
    body: readInvitationRequest,
    summary: 'Get an invitation by its link',
    description: 'Returns who is invited to what, and the next step. Nothing changes.',
    tag: 'Invitations',
    success: { status: 200, schema: openInvitationResource },
    errors: ['invalid_invitation'],
    handle: async ({ body, session }, { pool, clock }) => {
      const invitation = await openInvitation(pool, body.token, clock);
      return { body: presentOpen(invitation, session) };
    },
  }),
  consoleRoute({
    operationId: 'readInvitationPasskeyOptions',
    method: 'POST',
    path: '/invitations/passkey-options',
    access: 'anyone',
    body: readInvitationRequest,
    summary: 'Begin to register with a passkey',
    description:
      'Returns options for `navigator.credentials.create()` to a new user, who then sends the answer with the acceptance.',
    tag: 'Invitations',
    success: { status: 200, schema: passkeyOptions },
    errors: ['invalid_invitation', 'invalid_credentials'],
    handle: async ({ body }, { pool, clock, passkeys, answers }) => {
      const { email, userId } = await openInvitation(pool, body.token, clock);
      if (userId !== null) throw signInFirst();
      const user = { id: newId(), email, name: email };
      const { options: creation, challengeToken } = await passkeys.beginCreation(user);
      return { body: { options: { ...creation } }, cookies: [answers.challengeCookie(challengeToken)] };
    },
  }),
  consoleRoute({
    operationId: 'acceptInvitation',
    method: 'POST',
    path: '/invitations/accept',
    access: 'anyone',
    body: acceptInvitationRequest,
    summary: 'Accept an invitation',
    description:
      'Registers a new user with a password or passkey and signs in, or adds the signed-in user, whose address must be the invited one.',
    tag: 'Invitations',
    success: { status: 200, schema: signInResult },
    errors: ['invalid_invitation', 'invalid_credentials', 'member_exists', 'sign_in_method_disabled'],
    handle: async ({ body, session, client, challengeToken, requestId }, tools) => {
      const { pool, clock, signIn, answers, presentSession } = tools;
      const invitation = await openInvitation(pool, body.token, clock);
      if (invitation.userId !== null) {
        if (session?.user.id !== invitation.userId) throw signInFirst();
        const { user } = session;
        await withTransaction(pool, (tx) => acceptInvitation(tx, invitation, { userId: user.id, requestId }));
        return { body: { next: null, session: await presentSession(session) } };
      }
      const { name, password } = body;
      if (name === undefined) throw invalidField('name', 'required');
      const proof = await newProof(tools, { password, passkey: body.passkey, challengeToken, client });
      const user = await withTransaction(pool, async (tx) => {
        const id = await createUser(tx, { ...proof.user, email: invitation.email, name });
        // Registered by another invitation a moment ago.
        if (id === null) throw signInFirst();
        await proof.store(tx, id);
        const after = { email: invitation.email };
        await recordOwnChange(tx, { id, requestId }, { action: 'user.create', after });
        await acceptInvitation(tx, invitation, { userId: id, requestId });
        return { id, email: invitation.email };
      });
      const { hasSecondFactor } = proof;
      const signedIn = await signIn.start(user, { method: 'invitation', hasSecondFactor }, client);
      return answers.signedIn(signedIn, { session, client });
    },
  }),
];

interface NewProof {
  readonly user: { readonly passwordHash: string | null; readonly id?: string };
  readonly hasSecondFactor: boolean;
  readonly store: (client: Pick<PoolClient, 'query'>, userId: string) => Promise<void>;
}

/** The password or passkey of a new user, checked before the transaction that stores it. */
async function newProof(
  { passwords, passkeys, methods }: ConsoleTools,
  given: {
    readonly password: string | undefined;
    readonly passkey: unknown;
    readonly challengeToken: string | undefined;
    readonly client: { readonly address: string };
  },
): Promise<NewProof> {
  const { password, passkey, challengeToken, client } = given;
  if (passkey !== undefined) {
    const { passkey: created, userId: id } = await passkeys.finishCreation(challengeToken, passkey);
    return {
      // The authenticator holds this id as its user handle.
      user: { id, passwordHash: null },
      hasSecondFactor: true,
      store: async (tx, userId) => void (await passkeys.add(tx, userId, { ...created, name: 'Passkey' })),
    };
  }
  requirePasswords(methods);
  if (password === undefined) throw invalidField('password', 'required');
  const turn = { network: clientNetwork(client.address), isKnownDevice: false };
  const passwordHash = await passwords.hash(password, turn);
  return { user: { passwordHash }, hasSecondFactor: false, store: () => Promise.resolve() };
}

function signInFirst(): AppError {
  return new AppError(
    'invalid_credentials',
    'The invited address has a user. Sign in with it, then open the link again.',
  );
}

function presentOpen(invitation: OpenedInvitation, session: UserSession | null): OpenInvitation {
  const { email, organization, invitedBy, expiresAt, userId } = invitation;
  const next = userId === null ? 'register' : session?.user.id === userId ? 'join' : 'sign_in';
  return {
    object: 'invitation',
    email,
    organization_name: organization?.name ?? null,
    role: organization?.grant.role ?? null,
    invited_by: invitedBy,
    expires_at: expiresAt.toISOString(),
    next: next,
  };
}
