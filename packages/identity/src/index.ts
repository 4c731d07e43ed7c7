export { createChallenges, type Challenges } from './challenges/challenges.repository';
export { createDeviceTokens, type DeviceTokens } from './devices/device-tokens';
export {
  acceptInvitation,
  createInvitation,
  inviteOperator,
  listInvitations,
  markInvitationSent,
  openInvitation,
  renewInvitation,
  revokeInvitation,
  type InvitationRow,
  type IssuedInvitationRow,
  type OpenedInvitation,
  type RecordInvitationMail,
} from './invitations/invitations.repository';
export { inviteFirstOwner } from './invitations/first-owner';
export { closeClient, openClient } from './members/client-access.repository';
export {
  listMembers,
  listOrganizationsOf,
  removeMember,
  updateMember,
  type Grant,
  type MemberRow,
  type OrganizationOfUser,
} from './members/members.repository';
export { createPasskeys, type PasskeyRow, type Passkeys, type PasskeySite } from './passkeys/passkeys';
export { createOpenIdProviders, type OpenIdProviders } from './providers/openid-providers';
export { ProviderSignInRefused } from './providers/provider-refusal';
export {
  signInProviders,
  signInProviderSecretsSetting,
  signInProvidersSetting,
  unpairedProviders,
  type SignInProvider,
} from './providers/provider-setting';
export { findProviderUser, unlinkProvider } from './providers/provider-users';
export { createPasswords, type HashingTurn, type Passwords } from './passwords/passwords';
export {
  createSessions,
  type Sessions,
  type SessionSummaryRow,
  type UserSession,
} from './sessions/sessions.repository';
export { createSignIn, type BrowserClient, type SignedIn, type SignIn } from './sign-in/sign-in';
export { createSignInThrottle, type SignInThrottle } from './throttle/sign-in-throttle';
export { createTotpSecret, disableTotp, enableTotp, replaceRecoveryCodes, stepOfCode } from './totp/totp';
export { auditUserChange } from './user-audit';
export {
  changeOperator,
  endSessions,
  listUsers,
  resetUser,
  type ListedUser,
} from './users/user-administration.repository';
export {
  canonicalEmail,
  createUser,
  findCredentials,
  findProfile,
  renameUser,
  setPasswordHash,
  type OfferedMethods,
  type UserProfile,
} from './users/users.repository';
