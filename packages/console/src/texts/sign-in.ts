/** Signing in, invitations, signing in again. */
export const signIn = {
  title: 'Sign in to Postrider',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  or: 'or',
  passkey: 'Use a passkey',
  provider: (name: string) => `Continue with ${name}`,
  refusals: {
    expired: 'The sign-in has expired. Start again.',
    canceled: 'The provider did not sign you in.',
    provider_failed: 'The provider could not be reached, or its answer is not valid. Try again later.',
    email_not_verified: 'Your email address is not verified at the provider.',
    not_allowed: 'Your account at the provider may not sign in here.',
    not_invited: 'There is no user with your email address. Ask an admin for an invitation.',
  },
  code: 'Code',
  codeTitle: 'Enter your code',
  codeText: 'Enter the 6-digit code of your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryText: 'Each recovery code works once.',
  submitCode: 'Continue',
  useCode: 'Use the authenticator app',
  useRecovery: 'Use a recovery code',
  back: 'Back to sign in',
};

export const reauthenticate = {
  title: 'Confirm that it is you',
  text: 'This change requires that you signed in within the last 10 minutes.',
  confirm: 'Confirm',
};

export const endedSession = {
  title: 'Your session has ended',
  notice: 'Your session has ended. What you write is kept in this tab. Sign in to save it.',
  signIn: 'Sign in',
  show: 'Show',
  text: (name: string) =>
    `Sign in again as ${name} to go on. What you entered is kept, and what you were doing continues.`,
  provider: 'A window opens for the sign-in. This page goes on when you return to it.',
  leave: 'Discard and sign in as another user',
  otherTitle: 'You are signed in as another user',
  otherText: ({ before, now }: { before: string; now: string }) =>
    `This page was opened by ${before}, and you are now signed in as ${now}. What was entered here was not saved, and cannot be saved as ${now}.`,
  reload: (name: string) => `Continue as ${name}`,
  done: 'You are signed in',
  doneText: 'Close this window, and go on in the window that you came from.',
};

export const invitation = {
  loading: 'Opening the invitation',
  invalid: 'This invitation cannot be used',
  title: (organization: string) => `Join ${organization}`,
  text: ({ by, role }: { by: string | null; role: string | null }) =>
    [by === null ? 'You are invited' : `${by} invited you`, role === null ? '.' : ` as ${role}.`].join(''),
  signIn: (email: string) => `Sign in as ${email}`,
  join: 'Join',
  name: 'Your name',
  password: 'Choose a password',
  passwordHint: 'At least 12 characters.',
  create: 'Create account',
  createPasskey: 'Create account with a passkey',
};
