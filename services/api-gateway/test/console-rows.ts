import type { Role } from '@postrider/contracts';

export interface ConsoleRow {
  /** Anyone, a signed-in user, an operator of the platform, or a member with at least this role. */
  readonly access: 'anyone' | 'user' | 'operator' | Role;
  /** Only within ten minutes after an authentication. */
  readonly isRecent?: true;
}

/** Who may call each endpoint of the console's own API. */
export const consoleRows: Readonly<Record<string, ConsoleRow>> = {
  'GET /session': { access: 'user' },
  'POST /session': { access: 'anyone' },
  'POST /session/totp': { access: 'anyone' },
  'POST /session/passkey/options': { access: 'anyone' },
  'POST /session/passkey': { access: 'anyone' },
  'GET /session/providers': { access: 'anyone' },
  'POST /session/reauthenticate': { access: 'user' },
  'DELETE /session': { access: 'user' },

  'GET /profile': { access: 'user' },
  'PATCH /profile': { access: 'user' },
  'POST /profile/password': { access: 'user', isRecent: true },
  'POST /profile/totp': { access: 'user', isRecent: true },
  'POST /profile/totp/confirm': { access: 'user', isRecent: true },
  'DELETE /profile/totp': { access: 'user', isRecent: true },
  'POST /profile/recovery-codes': { access: 'user', isRecent: true },
  'GET /profile/passkeys': { access: 'user' },
  'POST /profile/passkeys/options': { access: 'user', isRecent: true },
  'POST /profile/passkeys': { access: 'user', isRecent: true },
  'PATCH /profile/passkeys/:id': { access: 'user' },
  'DELETE /profile/passkeys/:id': { access: 'user', isRecent: true },
  'DELETE /profile/providers/:id': { access: 'user', isRecent: true },
  'GET /profile/sessions': { access: 'user' },
  'DELETE /profile/sessions/:id': { access: 'user' },
  'DELETE /profile/sessions': { access: 'user' },

  'GET /members': { access: 'viewer' },
  'PATCH /members/:id': { access: 'admin', isRecent: true },
  'DELETE /members/:id': { access: 'admin', isRecent: true },
  'POST /members/leave': { access: 'viewer', isRecent: true },

  'GET /invitations': { access: 'admin' },
  'POST /invitations': { access: 'admin', isRecent: true },
  'POST /invitations/:id/resend': { access: 'admin', isRecent: true },
  'POST /invitations/:id/link': { access: 'admin', isRecent: true },
  'DELETE /invitations/:id': { access: 'admin' },
  'POST /invitations/read': { access: 'anyone' },
  'POST /invitations/passkey-options': { access: 'anyone' },
  'POST /invitations/accept': { access: 'anyone' },

  'PATCH /organizations/:id': { access: 'admin', isRecent: true },
  'POST /organizations/:id/invitations': { access: 'admin', isRecent: true },
  'POST /organizations/:id/open': { access: 'owner' },
  'POST /organizations/:id/close': { access: 'user' },

  'GET /domains/:id/sending': { access: 'viewer' },
  'PATCH /domains/:id/sending': { access: 'admin' },
  'POST /domains/:id/rotate-keys': { access: 'admin' },
  'GET /domains/:id/dmarc-policy': { access: 'viewer' },
  'PUT /domains/:id/dmarc-policy': { access: 'admin' },
  'GET /domains/:id/mta-sts': { access: 'viewer' },
  'PUT /domains/:id/mta-sts': { access: 'admin' },

  'GET /events/stream': { access: 'user' },

  'GET /operator/health': { access: 'operator' },
  'GET /operator/incident': { access: 'operator' },
  'GET /operator/dead-letters': { access: 'operator' },
  'POST /operator/dead-letters/redrive': { access: 'operator' },
  'POST /operator/dead-letters/discard': { access: 'operator' },
  'GET /operator/emails': { access: 'operator' },
  'GET /operator/emails/:id': { access: 'operator' },
  'GET /operator/mail': { access: 'operator' },
  'POST /operator/mail/changes': { access: 'operator' },
  'GET /operator/reviews': { access: 'operator' },
  'GET /operator/reviews/:id': { access: 'operator' },
  'POST /operator/reviews/:id/release': { access: 'operator' },
  'POST /operator/reviews/:id/reject': { access: 'operator' },
  'GET /operator/organizations': { access: 'operator' },
  'POST /operator/organizations': { access: 'operator' },
  'POST /operator/organizations/:id/rename': { access: 'operator' },
  'GET /operator/organizations/:id/api-keys': { access: 'operator' },
  'POST /operator/api-keys/:id/revoke': { access: 'operator', isRecent: true },
  'GET /operator/domains': { access: 'operator' },
  'PATCH /operator/domains/:id': { access: 'operator' },
  'POST /operator/domains/:id/rotate-keys': { access: 'operator' },
  'GET /operator/webhooks': { access: 'operator' },
  'POST /operator/webhooks/:id/enable': { access: 'operator' },
  'POST /operator/webhooks/:id/replay': { access: 'operator' },
  'POST /operator/organizations/:id/approve': { access: 'operator' },
  'POST /operator/organizations/:id/lift-review': { access: 'operator' },
  'GET /operator/organizations/:id': { access: 'operator' },
  'PATCH /operator/organizations/:id': { access: 'operator' },
  'POST /operator/organizations/:id/pause': { access: 'operator' },
  'POST /operator/organizations/:id/resume': { access: 'operator' },

  'GET /operator/sites': { access: 'operator' },
  'POST /operator/sites/suspend': { access: 'operator' },
  'POST /operator/sites/resume': { access: 'operator' },

  'GET /operator/sources': { access: 'operator' },
  'POST /operator/sources': { access: 'operator' },
  'POST /operator/sources/change': { access: 'operator' },
  'GET /operator/transports': { access: 'operator' },
  'PUT /operator/transports/:name': { access: 'operator', isRecent: true },
  'DELETE /operator/transports/:name': { access: 'operator', isRecent: true },
  'POST /operator/transports/change': { access: 'operator' },

  'POST /operator/sending': { access: 'operator' },
  'GET /operator/drains': { access: 'operator' },
  'POST /operator/drains': { access: 'operator' },
  'POST /operator/drains/resume': { access: 'operator' },
  'GET /operator/restorations': { access: 'operator' },
  'POST /operator/restorations': { access: 'operator', isRecent: true },
  'POST /operator/restorations/changes': { access: 'operator' },

  'GET /operator/storage': { access: 'operator' },

  'GET /operator/users': { access: 'operator' },
  'POST /operator/users/invitations': { access: 'operator', isRecent: true },
  'POST /operator/users/change': { access: 'operator', isRecent: true },
  'GET /operator/audit-log': { access: 'operator' },
};
