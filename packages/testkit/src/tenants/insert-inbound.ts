import { createInboundEmail } from '../factories/create-inbound-email';
import type { Queryable } from '../factories/insert-row';

interface Owner {
  readonly organizationId: string;
  readonly mark: string;
  readonly domainId: string;
  readonly emailId: string;
}

/** A reply with its content and a file. */
export async function insertInbound(
  db: Queryable,
  { mark, ...owner }: Owner,
): Promise<{ readonly inboundId: string }> {
  const { id: inboundId } = await createInboundEmail(db, {
    ...owner,
    subject: mark,
    from: `${mark}@example.com`,
    fromAddress: `${mark}@example.com`,
    metadata: { mark },
    attachments: [{ filename: `${mark}.txt`, contentType: 'text/plain', content: Buffer.from(mark) }],
  });
  return { inboundId };
}
