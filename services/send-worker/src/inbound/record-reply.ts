import { newId } from '@postrider/contracts/ids';
import type { InboundAuthentication } from '@postrider/contracts/inbound';
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
import {
  insertReply,
  lockReplyDomains,
  type ReceivingHost,
  type ReplyDomain,
} from './replies/replies.repository';

interface PreparedReply {
  readonly reply: ReplyMail;
  readonly authentication: InboundAuthentication;
}

/** A mail to a reply address, or to a mailbox of a domain: for each organization that it is addressed to, one that no other knows of. */
export function createReplyHandler(
  { threads, readMs, publisher }: InboundHandlerOptions,
  authenticate: AuthenticateMail,
): InboundHandler<PreparedReply> {
  const read = threads.work<typeof readReply>({ ...replyTask, timeLimitMs: readMs });

  return {
    prepare: async ({ mail }) => {
      const result = await read(mail.raw, { organizationId: mail.chargedTo });
      if (!result.ok) throw new UnreadableMail(result.reason);
      return { reply: result.mail, authentication: await authenticate(mail) };
    },
    record: async (client, work, prepared) => {
      const domains = await lockReplyDomains(client, hostsOf(work.recipients));
      const ids: string[] = [];
      let threaded = 0;
      for (const addressed of byOrganization(domains, work.recipients)) {
        const recorded = await recordOne(client, { work, prepared, addressed });
        ids.push(recorded.id);
        if (recorded.isThreaded) threaded += 1;
      }
      if (ids.length === 0) return { result: 'domain_deleted' };
      const isToMailbox = domains.some(({ isMailbox }) => isMailbox);
      return {
        result: threaded > 0 ? 'reply' : isToMailbox ? 'mail' : 'reply_unmatched',
        afterCommit: () => void publisher.publishJob('webhook-dispatcher.inbound', { inbound_ids: ids }),
      };
    },
  };
}

function isMailbox({ purpose }: InboundRecipient): boolean {
  return purpose === 'mailbox';
}

/** Each once. */
function hostsOf(recipients: readonly InboundRecipient[]): ReceivingHost[] {
  const hosts = recipients.map((each) => ({ host: each.host, isMailbox: isMailbox(each) }));
  return [...new Map(hosts.map((each) => [`${each.host} ${each.isMailbox}`, each])).values()];
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
    const domain = domains.find(
      (each) => each.host === recipient.host && each.isMailbox === isMailbox(recipient),
    );
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
    receivedFor: recipients.map(({ address }) => normaliseAddress(address)),
    // Bounces and the like have no sender (RFC 5321 section 4.5.5); nothing may answer them.
    automatic: prepared.reply.automatic || mail.mailFrom === '',
    thread,
  });
  return { id, isThreaded: thread !== null };
}
