import {
  findOperatorEmailsQuery,
  foundEmails,
  operatorEmail,
  type FoundEmail,
  type OperatorEmail,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { findMessages, showMessage, type FoundMessage, type MessageDetail } from '@postrider/operator';
import { createReadWaiting } from '@postrider/waiting';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import { listScope, organizationIdOf } from './platform';

export const emailRoutes = [
  operatorRoute({
    operationId: 'findOperatorEmails',
    method: 'GET',
    path: '/operator/emails',
    query: findOperatorEmailsQuery,
    summary: 'Find email by recipient',
    description:
      'Returns email to an address, of all organizations or one, newest first, without its content.',
    success: { status: 200, schema: foundEmails },
    errors: [],
    handle: async ({ query }, { pool, cursors }) => {
      const { recipient, organization, since, until } = query;
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-emails'));
      const { limit, beforeId } = pager.start(query);
      const rows = await findMessages(pool, {
        ...{ recipient, organizationId, beforeId, limit: limit + 1 },
        ...(since !== undefined && { since: new Date(since) }),
        ...(until !== undefined && { until: new Date(until) }),
      });
      return { body: pager.finish(rows, limit, presentFound) };
    },
  }),
  operatorRoute({
    operationId: 'readOperatorEmail',
    method: 'GET',
    path: '/operator/emails/:id',
    summary: 'Get an email of any organization',
    description: 'Returns an email with its recipients, delivery attempts and events, without its content.',
    success: { status: 200, schema: operatorEmail },
    errors: ['not_found'],
    handle: async ({ params: { id } }, { pool, redis }) => {
      const readWaiting = createReadWaiting({ pool, redis });
      const detail = isId(id) ? await showMessage(pool, id.toLowerCase(), readWaiting) : undefined;
      if (detail === undefined) throw new AppError('not_found');
      return { body: present(detail) };
    },
  }),
];

function presentFound(row: FoundMessage): FoundEmail {
  return {
    object: 'operator_email',
    ...{ id: row.id, organization_id: row.organization_id, organization: row.organization },
    ...{ domain: row.domain, from: row.from, mode: row.mode, status: row.status },
    ...{ recipient: row.recipient, recipient_status: row.recipient_status, detail: row.detail },
    created_at: row.created_at.toISOString(),
  };
}

const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

function present({ message, where, waiting, recipients, attempts, events }: MessageDetail): OperatorEmail {
  return {
    object: 'operator_email',
    ...{ id: message.id, organization_id: message.organization_id, organization: message.organization },
    ...{ domain: message.domain, from: message.from, mode: message.mode, status: message.status },
    ...{ where, waiting, lane: message.lane, kind: message.kind, message_id: message.message_id_header },
    content_kept: message.content_kept,
    created_at: message.created_at.toISOString(),
    due_at: timeOrNull(message.due_at),
    scheduled_at: timeOrNull(message.scheduled_at),
    expires_at: timeOrNull(message.expires_at),
    final_at: timeOrNull(message.final_at),
    recipients: recipients.map(({ address, role, status, provider, detail, updated_at }) => ({
      ...{ address, role, status, provider, detail },
      updated_at: updated_at.toISOString(),
    })),
    attempts: attempts.map((row) => ({
      ...{ round: row.round, recipient: row.recipient, result: row.result, reply: row.reply },
      ...{ peer: row.peer, source_address: row.source_address, transport: row.transport },
      started_at: row.started_at.toISOString(),
      finished_at: timeOrNull(row.finished_at),
      conversation: row.conversation,
    })),
    events: events.map(({ type, recipient, detail, failure_class, occurred_at, next_attempt_at }) => ({
      ...{ type, recipient, detail, failure_class },
      occurred_at: occurred_at.toISOString(),
      next_attempt_at: timeOrNull(next_attempt_at),
    })),
  };
}
