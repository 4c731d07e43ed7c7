import { z } from 'zod';
import { roles } from '../access/roles';
import { flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { invitationUrl, invitedEmail, newPassword, passkeyResponse, userName } from './credentials';
import { membershipFields } from './session';

export const memberResource = z
  .object({
    object: objectName('member'),
    id: line('Id of the membership.', sample.membershipId),
    user_id: line('Id of the user.', sample.userId),
    email: line('Email address of the user.', 'ada@acme.example'),
    name: line('Name of the user.', 'Ada Byron'),
    ...membershipFields,
    has_second_factor: flag('Whether the user has an authenticator app or a passkey.'),
    last_seen_at: timeOrNull(
      'When the user last used the console. Null: no session is left.',
      sample.acceptedAt,
    ),
    created_at: time('When the user became a member.'),
  })
  .meta({ id: 'Member', description: 'A member of the organization.' });
export type MemberResource = z.infer<typeof memberResource>;

const requestedRole = z.enum(roles).meta({ description: 'Role of the member.' });
const requestedDomains = list(lineOfText().min(1).max(253), 100)
  .nullable()
  .meta({
    description: 'Ids of the only domains that the member may use. Null: all.',
    examples: [[sample.domainId]],
  });
const right = {
  content: z.boolean().meta({ description: 'Whether the member may read bodies and attachments.' }),
  export: z.boolean().meta({ description: 'Whether the member may export lists.' }),
};
const rightsMeta = {
  description: 'What the member may do besides the role.',
  examples: [{ content: true, export: false }],
};
const requestedRights = z
  .object({ content: right.content.default(true), export: right.export.default(true) })
  .meta(rightsMeta);
/** A right that is not named keeps its value. */
const changedRights = z
  .object({ content: right.content.optional(), export: right.export.optional() })
  .meta(rightsMeta);

export const updateMemberRequest = z
  .object({
    role: requestedRole.optional(),
    domain_ids: requestedDomains.optional(),
    rights: changedRights.optional(),
  })
  .meta({
    id: 'UpdateMemberRequest',
    description: 'Fields to change. Missing fields keep their values.',
    examples: [{ role: 'admin' }],
  });
export type UpdateMemberRequest = z.infer<typeof updateMemberRequest>;

export const createInvitationRequest = z
  .object({
    email: invitedEmail,
    role: requestedRole,
    domain_ids: requestedDomains.default(null),
    rights: requestedRights.default({ content: true, export: true }),
    send_email: z.boolean().default(true).meta({ description: 'Whether to send the invitation by email.' }),
  })
  .meta({
    id: 'CreateInvitationRequest',
    description: 'Who to invite, and what they may do.',
    examples: [{ email: 'grace@acme.example', role: 'member' }],
  });

export const invitationStatuses = ['pending', 'expired'] as const;

export const invitationResource = z
  .object({
    object: objectName('invitation'),
    id: line('Id of the invitation.', sample.invitationId),
    email: line('Invited address.', 'grace@acme.example'),
    ...membershipFields,
    status: z.enum(invitationStatuses).meta({
      description:
        '`pending`: it can be accepted. `expired`: send it again. Accepted and revoked ones are not listed.',
    }),
    invited_by: lineOrNull('Name of the user who sent it. Null: the operator of the platform.', 'Ada Byron'),
    sent_at: timeOrNull('When its email was last accepted for sending. Null: never.', sample.createdAt),
    created_at: time('When it was created.'),
    expires_at: time('When it expires.', sample.laterAt),
  })
  .meta({ id: 'Invitation', description: 'An invitation to the organization.' });
export type InvitationResource = z.infer<typeof invitationResource>;

export const issuedInvitation = invitationResource
  .extend({
    url: invitationUrl,
    is_sent: flag('Whether its email was accepted for sending. If not, copy the link.'),
  })
  .meta({ id: 'IssuedInvitation', description: 'An invitation with its link.' });
export type IssuedInvitation = z.infer<typeof issuedInvitation>;

const invitationToken = lineOfText()
  .trim()
  .min(1, 'required')
  .max(200)
  .meta({ description: 'Secret of the invitation: the fragment of its link.', examples: ['8Zk2EXAMPLE'] });

export const readInvitationRequest = z.object({ token: invitationToken }).meta({
  id: 'ReadInvitationRequest',
  description: 'The invitation.',
  examples: [{ token: '8Zk2EXAMPLE' }],
});

/** What the page of an invitation shows to someone who is not signed in. */
export const openInvitation = z
  .object({
    object: objectName('invitation'),
    email: line('Invited address.', 'grace@acme.example'),
    organization_name: lineOrNull(
      'Name of the organization. Null: an operator of the platform.',
      'Acme GmbH',
    ),
    role: z
      .enum(roles)
      .nullable()
      .meta({ description: 'Role in the organization. Null: an operator of the platform.' }),
    invited_by: lineOrNull('Name of the user who sent it.', 'Ada Byron'),
    expires_at: time('When it expires.', sample.laterAt),
    next: z.enum(['join', 'sign_in', 'register']).meta({
      description:
        '`join`: the invited user is signed in; accept without a password. `sign_in`: the address has a user; sign in first. `register`: set a name and a password or passkey.',
    }),
  })
  .meta({ id: 'OpenInvitation', description: 'An invitation that can be accepted.' });
export type OpenInvitation = z.infer<typeof openInvitation>;

export const acceptInvitationRequest = z
  .object({
    token: invitationToken,
    name: userName.optional(),
    password: newPassword.optional(),
    passkey: passkeyResponse.optional(),
  })
  .meta({
    id: 'AcceptInvitationRequest',
    description:
      'The invitation. A new user sends a name and either a password or a new passkey; a signed-in user only the token.',
    examples: [{ token: '8Zk2EXAMPLE', name: 'Grace Hopper', password: 'correct horse battery staple' }],
  });
