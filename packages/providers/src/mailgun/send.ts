import type { HttpAnswer } from '@postrider/http-client';
import { providerTagName, providerTagValue } from '@postrider/mail';
import { postCall, waitSeconds } from '../calls/post-call';
import { refusedCall, type ApiAnswer, type ApiMail } from '../calls/provider-api';
import type { ProviderAccount, ProviderUnit, SendContext } from '../provider';
import type { MailgunOptions, MailgunSettings } from './options';

const what = 'Mailgun';

/** Mailgun by its API v3 (`messages.mime`), one recipient a call: the message as we composed and signed it. */
export function send(
  { name, options, secret: apiKey }: ProviderAccount<MailgunOptions>,
  { settings, http, timeoutMs }: SendContext<MailgunSettings>,
): readonly ProviderUnit[] {
  if (apiKey === null) throw new Error('Mailgun needs a key');
  const endpoint = settings.MAILGUN_ENDPOINT || `https://api.${options.eu ? 'eu.' : ''}mailgun.net`;
  const url = new URL(`/v3/${options.domain}/messages.mime`, endpoint);
  const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`;
  const call = async (mail: ApiMail): Promise<ApiAnswer> => {
    const asked = `C: POST ${url.pathname} to <${mail.recipient}> at ${url.host}`;
    const { body, contentType } = await formOf(mail);
    const request = { url, headers: { authorization, 'content-type': contentType }, body, timeoutMs };
    return postCall(http, request, { what, asked, inWords: (answer) => inWords(answer, asked) });
  };
  const api = { peer: `mailgun:${url.host}`, send: call, close: () => undefined };
  return [{ name, api, connectionsMax: options.connections }];
}

/** Tracking is off: links and pixels are in the message already, and rewriting would break our signatures. */
async function formOf({ recipient, token, octets }: ApiMail): Promise<{ body: Buffer; contentType: string }> {
  const form = new FormData();
  form.set('to', recipient);
  for (const option of ['o:tracking', 'o:tracking-clicks', 'o:tracking-opens']) form.set(option, 'no');
  form.set(`v:${providerTagName}`, providerTagValue(token));
  form.set('message', new Blob([new Uint8Array(octets)], { type: 'message/rfc822' }), 'message.eml');
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return { body: Buffer.from(await encoded.arrayBuffer()), contentType };
}

/** 530: about our account, so that no recipient bounces for it. https://documentation.mailgun.com/docs/mailgun/quickstart-guide/responses */
function inWords({ status, headers, body }: HttpAnswer, asked: string): ApiAnswer {
  const { id, message } = readAnswer(body);
  const conversation = [asked, `S: ${status} ${id ?? message}`];
  const text = `${what}: ${status} ${message}`;
  if (status === 200) {
    // The events name it without the brackets.
    const assigned = { providerMessageId: id?.replace(/^<|>$/g, '') ?? null, messageIdHeader: id };
    return {
      outcome: { kind: 'accepted', reply: { code: 250, text: `2.0.0 ${id ?? 'accepted'}` }, assigned },
      conversation,
    };
  }
  if (status === 429) {
    const retry = `try again in ${waitSeconds(headers)} s`;
    return refusedCall({ code: 450, text: `4.7.28 ${text}, ${retry}`, conversation });
  }
  if (status === 413) return refusedCall({ code: 552, text: `5.3.4 ${text}`, conversation });
  if (status >= 500) {
    return refusedCall({ code: 451, text: `4.3.0 ${text}`, conversation, failure: 'outage' });
  }
  const isBlocked = /not allowed to send|disabled|suspended|limit exceeded|sandbox/i.test(message);
  if (status === 400 && !isBlocked) {
    return refusedCall({ code: 554, text: `5.5.4 ${text}`, conversation });
  }
  // The key, the domain, the account's state or its plan.
  const failure = isBlocked || status === 402 ? 'blocked' : 'outage';
  return refusedCall({ code: 530, text: `5.7.0 ${text}`, conversation, failure });
}

function readAnswer(body: Buffer): { readonly id: string | null; readonly message: string } {
  try {
    const { id, message } = JSON.parse(body.toString()) as {
      readonly id?: unknown;
      readonly message?: unknown;
    };
    return {
      id: typeof id === 'string' && /^<[^<>\s]{1,900}>$/.test(id) ? id : null,
      message: typeof message === 'string' ? message : 'no reason given',
    };
  } catch {
    // Of a wrong key the answer is plain text.
    return { id: null, message: body.toString('utf8').trim() || 'no reason given' };
  }
}
