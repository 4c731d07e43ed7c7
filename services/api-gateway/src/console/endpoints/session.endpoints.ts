import {
  passkeyOptions,
  reauthenticateRequest,
  sessionResource,
  signInMethods,
  signInPasskeyRequest,
  signInRequest,
  signInResult,
  signInTotpRequest,
} from '@postrider/contracts';
import { defineEndpoint } from '../endpoint';

const tag = 'Session';

export const sessionEndpoints = {
  readSession: defineEndpoint({
    operationId: 'readSession',
    method: 'GET',
    path: '/session',
    access: 'user',
    summary: 'Get the session',
    description:
      'Returns the signed-in user and the organizations that they may open. Without a session it answers 401.',
    tag,
    success: { status: 200, schema: sessionResource },
    errors: [],
  }),
  signIn: defineEndpoint({
    operationId: 'signIn',
    method: 'POST',
    path: '/session',
    access: 'anyone',
    body: signInRequest,
    summary: 'Sign in with a password',
    description:
      'Starts a session and sets its cookie, or asks for a code. Unknown addresses and wrong passwords get the same answer in the same time.',
    tag,
    success: { status: 200, schema: signInResult },
    errors: ['invalid_credentials', 'sign_in_method_disabled'],
  }),
  signInTotp: defineEndpoint({
    operationId: 'signInTotp',
    method: 'POST',
    path: '/session/totp',
    access: 'anyone',
    body: signInTotpRequest,
    summary: 'Finish signing in with a code',
    description:
      'The second step after a password: a code of the authenticator app, which works once, or a recovery code. The step expires after five minutes or five wrong codes.',
    tag,
    success: { status: 200, schema: signInResult },
    errors: ['invalid_credentials'],
  }),
  passkeyOptions: defineEndpoint({
    operationId: 'readSignInPasskeyOptions',
    method: 'POST',
    path: '/session/passkey/options',
    access: 'anyone',
    summary: 'Begin with a passkey',
    description:
      'Returns options for `navigator.credentials.get()`. With a session they allow only passkeys of the user, for `POST /session/reauthenticate`.',
    tag,
    success: { status: 200, schema: passkeyOptions },
    errors: [],
  }),
  signInPasskey: defineEndpoint({
    operationId: 'signInPasskey',
    method: 'POST',
    path: '/session/passkey',
    access: 'anyone',
    body: signInPasskeyRequest,
    summary: 'Sign in with a passkey',
    description:
      'Starts a session and sets its cookie. A passkey counts as two factors, because it verifies its user.',
    tag,
    success: { status: 200, schema: signInResult },
    errors: ['invalid_credentials'],
  }),
  listMethods: defineEndpoint({
    operationId: 'listSignInMethods',
    method: 'GET',
    path: '/session/providers',
    access: 'anyone',
    summary: 'List ways to sign in',
    description: 'Returns the OpenID Connect providers, and whether passwords and passkeys can be used.',
    tag,
    success: { status: 200, schema: signInMethods },
    errors: [],
  }),
  reauthenticate: defineEndpoint({
    operationId: 'reauthenticate',
    method: 'POST',
    path: '/session/reauthenticate',
    access: 'user',
    body: reauthenticateRequest,
    summary: 'Authenticate again',
    description:
      'Allows changes that require a recent authentication for ten minutes. Users of a provider open `/console/sign-in/{provider}?reauthenticate=true` instead.',
    tag,
    success: { status: 200, schema: sessionResource },
    errors: ['invalid_credentials'],
  }),
  signOut: defineEndpoint({
    operationId: 'signOut',
    method: 'DELETE',
    path: '/session',
    access: 'user',
    summary: 'Sign out',
    description: 'Ends the session on all replicas and clears its cookie.',
    tag,
    success: { status: 204, schema: null },
    errors: [],
  }),
};
