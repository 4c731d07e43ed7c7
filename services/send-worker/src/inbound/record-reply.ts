import { newId, type InboundAuthentication } from '@postrider/contracts';
import type { PoolClient } from '@postrider/db';
import { normaliseAddress, type readReply, replyTask, type ReplyMail } from '@postrider/mail';
import type { AuthenticateMail } from './authentication/authenticate-mail';
import {
  UnreadableMail,
  type InboundHandler,
  type InboundHandlerOptions,
  type InboundRecipient,
  type InboundWork,
} from './inbound-handler';
import { findThread } from './replies/find-thread';
import { insertReply, lockReplyDomains, type ReplyDomain } from './replies/replies.repository';

interface PreparedReply {
  readonly reply: ReplyMail;
  readonly authentication: InboundAuthentication;
}

/** A mail to a reply address: for each organization that it is addressed to, one that no other knows of. */
export function createReplyHandler(
  { threads, settings, publisher }: InboundHandlerOptions,
  authenticate: AuthenticateMail,
): InboundHandler<PreparedReply> {
  const timeLimitMs = settings.INBOUND_READ_TIME_LIMIT_MS;
  const read = threads.work<typeof readReply>({ ...replyTask, timeLimitMs });

  return {
    prepare: async ({ mail }) => {
      const result = await read(mail.raw, { organizationId: mail.chargedTo });
      if (!result.ok) throw new UnreadableMail(result.reason);
      return { reply: result.mail, authentication: await authenticate(mail) };
    },
    record: async (client, work, prepared) => {
      const domains = await lockReplyDomains(client, [...new Set(work.recipients.map(({ host }) => host))]);
      const ids: string[] = [];
      let threaded = 0;
      for (const addressed of byOrganization(domains, work.recipients)) {
        const recorded = await recordOne(client, { work, prepared, addressed });
        ids.push(recorded.id);
        if (recorded.isThreaded) threaded += 1;
      }
      if (ids.length === 0) return { result: 'reply to a domain that is gone' };
      return {
        result: threaded > 0 ? 'reply' : 'reply to no known mail',
        afterCommit: () => void publisher.publishJob('webhook-dispatcher.inbound', { inbound_ids: ids }),
      };
    },
  };
}

/** What of a mail is for one organization. */
interface Addressed {
  readonly domain: ReplyDomain;
  readonly recipients: readonly InboundRecipient[];
}

function byOrganization(
  domains: readonly ReplyDomain[],
  recipients: readonly InboundRecipient[],
): Addressed[] {
  const organizations = new Map<string, Addressed>();
  for (const recipient of recipients) {
    const domain = domains.find(({ host }) => host === recipient.host);
    if (domain === undefined) continue;
    const before = organizations.get(domain.organizationId);
    organizations.set(domain.organizationId, {
      domain: before?.domain ?? domain,
      recipients: [...(before?.recipients ?? []), recipient],
    });
  }
  return [...organizations.values()];
}

async function recordOne(
  client: PoolClient,
  of: { readonly work: InboundWork; readonly prepared: PreparedReply; readonly addressed: Addressed },
): Promise<{ readonly id: string; readonly isThreaded: boolean }> {
  const { work, prepared, addressed } = of;
  const { mail } = work;
  const { domain, recipients } = addressed;
  const thread = await findThread(client, {
    organizationId: domain.organizationId,
    named: recipients.flatMap(({ reference }) => (reference === null ? [] : [reference.messageId])),
    references: prepared.reply.references,
  });
  // Its time is that of being recorded, not of coming: sweeps look for what is new by it.
  const id = newId();
  await insertReply(client, {
    id,
    ...prepared,
    domain,
    spoolId: mail.id,
    receivedAt: mail.receivedAt,
    // In Bcc, or of a list: the address that it came to.
    to: prepared.reply.to.length > 0 ? prepared.reply.to : recipients.map(({ address }) => address),
    from: prepared.reply.from || mail.mailFrom,
    fromAddress: normaliseAddress(prepared.reply.fromAddress || mail.mailFrom),
    thread,
  });
  return { id, isThreaded: thread !== null };
}
