import { z } from 'zod';
import { roles } from '../access/roles';
import { auditEntryResource, auditActorTypes } from '../audit/audit-entry';
import { count, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { listOf, pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { invitedEmail, userEmail } from './credentials';

const organization = lineOfText()
  .min(1)
  .max(64)
  .meta({ description: 'Id or slug of an organization.', examples: ['acme'] });

export const listOperatorUsersQuery = pageQuery.extend({
  search: lineOfText()
    .min(1)
    .max(254)
    .optional()
    .meta({ description: 'Only users with this text in their email address.', examples: ['ada@'] }),
  organization: organization.optional().meta({ description: 'Only members of this organization.' }),
  operators: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only operators of the platform, or only others.' }),
});

const operatorUser = z
  .object({
    object: objectName('operator_user'),
    id: line('Id of the user.', sample.userId),
    email: line('Email address.', 'ada@acme.example'),
    name: line('Name of the user.', 'Ada Byron'),
    is_operator: flag('Whether the user is an operator of the platform.'),
    has_second_factor: flag('Whether the user has an authenticator app or a passkey.'),
    organizations: z.array(z.string()).meta({
      description: 'Slug and role of each membership.',
      examples: [['acme: owner']],
    }),
    sessions: count('Sessions that have not ended.', 1),
    last_seen_at: timeOrNull('Last request of a session. Null: there is no session.'),
    created_at: time('When the user was created.'),
  })
  .meta({ id: 'OperatorUser', description: 'A user of the console.' });
export type OperatorUser = z.infer<typeof operatorUser>;

export const operatorUserList = listOf(operatorUser);

export const inviteUserRequest = z
  .object({
    email: invitedEmail,
    organization: organization.nullable().meta({
      description: 'Organization to join. Null: the user becomes an operator of the platform.',
      examples: ['acme'],
    }),
    role: z
      .enum(roles)
      .default('owner')
      .meta({ description: 'Role in the organization.', examples: ['owner'] }),
  })
  .meta({
    id: 'InviteUserRequest',
    description: 'Who is invited, and to what.',
    examples: [{ email: 'ada@acme.example', organization: 'acme', role: 'owner' }],
  });

export const userInvited = z
  .object({
    object: objectName('user_invitation'),
    email: line('Invited address.', 'ada@acme.example'),
    url: line(
      'Link that works once and for 7 days.',
      'https://postrider.example/console/invitation#8Zk2EXAMPLE',
    ),
    is_sent: flag('Whether its email was accepted for sending. If not, copy the link.'),
  })
  .meta({ id: 'UserInvitation', description: 'An invitation with its link.' });

const userChange = z.enum(['make_operator', 'remove_operator', 'end_sessions', 'reset']);

export const changeUserRequest = z
  .object({
    email: userEmail,
    change: userChange.meta({
      description:
        'What is done. `reset` removes second factors, passkeys and links with providers, sets a new password, and ends all sessions.',
      examples: ['end_sessions'],
    }),
  })
  .meta({
    id: 'ChangeUserRequest',
    description: 'A user, and what is done.',
    examples: [{ email: 'ada@acme.example', change: 'end_sessions' }],
  });

export const userChanged = z
  .object({
    object: objectName('user_change'),
    email: line('Address of the user.', 'ada@acme.example'),
    change: userChange.meta({ description: 'What was done.' }),
    password: lineOrNull('New password, shown once. Null: the user was not reset.', null),
  })
  .meta({ id: 'UserChange', description: 'A change of a user.' });

export const listOperatorAuditLogQuery = pageQuery
  .extend({
    organization: organization.optional().meta({ description: 'Only of this organization.' }),
    action: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only entries with this action.', examples: ['org.pause'] }),
    actor: z.enum(auditActorTypes).optional().meta({ description: 'Only by actors of this type.' }),
    name: lineOfText()
      .min(1)
      .max(254)
      .optional()
      .meta({ description: 'Only by the actor with this name.', examples: ['otto@acme.example'] }),
    target: lineOfText()
      .min(1)
      .max(256)
      .optional()
      .meta({
        description: 'Only about this target: the id of an object, or an object type.',
        examples: ['org'],
      }),
    ...sinceUntil('created'),
  })
  .refine(isRange, rangeFault);

const operatorAuditEntry = auditEntryResource
  .extend({
    organization: lineOrNull('Slug of the organization. Null: a change of the platform.', 'acme'),
  })
  .meta({ id: 'OperatorAuditEntry', description: 'A change of the platform or of an organization.' });
export type OperatorAuditEntry = z.infer<typeof operatorAuditEntry>;

export const operatorAuditEntryList = listOf(operatorAuditEntry);
