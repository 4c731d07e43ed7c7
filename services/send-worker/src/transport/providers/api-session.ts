import assert from 'node:assert';
import type { ApiAnswer, ProviderApi } from '@postrider/providers';
import type { Extensions } from '@postrider/smtp-client';
import type { DeliveryResult, DeliverySession, DeliveryTransaction } from '../pool/delivery-session';

/**
 * What APIs take: 7bit alone, since they pass mail on as they like, and no address beyond ASCII before its @. Of size they
 * say by their answer.
 */
const extensions: Extensions = {
  pipelining: false,
  chunking: false,
  binaryMime: false,
  eightBitMime: false,
  smtpUtf8: false,
  requireTls: false,
  enhancedStatusCodes: true,
  sizeMax: null,
  auth: [],
};

/** A place among the calls that may be made at the same time; the connections below are the HTTP client's. */
export function createApiSession(api: ProviderApi): DeliverySession {
  let used = 0;
  let isBusy = false;
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
  };
  return {
    peer: api.peer,
    localAddress: null,
    extensions,
    tls: undefined,
    used: () => used,
    isReusable: () => !isBusy && !isClosed,
    send: async (transaction) => {
      used += 1;
      isBusy = true;
      try {
        return await callForEach(api, transaction);
      } finally {
        isBusy = false;
      }
    },
    quit: close,
    destroy: close,
  };
}

/** One call a recipient: each has an answer, an identity and events of its own. */
async function callForEach(
  api: ProviderApi,
  { recipients, recipientTokens, message, beforeData }: DeliveryTransaction,
): Promise<DeliveryResult> {
  if (!(await beforeData([...recipients.keys()]))) {
    return { recipients: recipients.map(() => ({ kind: 'withdrawn' })), conversation: [] };
  }
  const octets = Buffer.concat(message);
  const answers: ApiAnswer[] = [];
  for (const [index, recipient] of recipients.entries()) {
    const token = recipientTokens[index];
    assert(token !== undefined, 'each recipient of a provider has a token');
    answers.push(await api.send({ recipient, token, octets }));
  }
  const failure = answers.find((answer) => answer.failure)?.failure;
  return {
    recipients: answers.map(({ outcome }) => outcome),
    conversation: answers.flatMap(({ conversation }) => conversation),
    ...(failure && { failure }),
  };
}
