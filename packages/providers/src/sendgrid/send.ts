import type { HttpAnswer } from '@postrider/http-client';
import { postCall, waitSeconds } from '../calls/post-call';
import { refusedCall, type ApiAnswer, type ApiMail } from '../calls/provider-api';
import type { ProviderAccount, ProviderUnit, SendContext } from '../provider';
import type { SendGridOptions, SendGridSettings } from './options';
import { sendGridMail } from './sendgrid-mail';

const what = 'SendGrid';

/** SendGrid by its API v3 (`POST /v3/mail/send`), one recipient a call. It gives the message a Message-ID that it does not report. */
export function send(
  { name, options, secret: apiKey }: ProviderAccount<SendGridOptions>,
  { settings, http, timeoutMs }: SendContext<SendGridSettings>,
): readonly ProviderUnit[] {
  if (apiKey === null) throw new Error('SendGrid needs a key');
  const url = new URL('/v3/mail/send', settings.SENDGRID_API_URL);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const call = async (mail: ApiMail): Promise<ApiAnswer> => {
    const asked = `C: POST ${url.pathname} to <${mail.recipient}> at ${url.host}`;
    const reading = await sendGridMail(mail);
    if (!reading.ok) {
      const text = `5.6.1 ${what} cannot express this message: ${reading.fault}`;
      return refusedCall({ code: 554, text, conversation: [asked, text] });
    }
    const request = { url, headers, body: JSON.stringify(reading.body), timeoutMs };
    return postCall(http, request, { what, asked, inWords: (answer) => inWords(answer, asked) });
  };
  const api = { peer: `sendgrid:${url.host}`, send: call, close: () => undefined };
  return [{ name, api, connectionsMax: options.connections }];
}

/** 530: about our account, so that no mail bounces for it. */
function inWords(answer: HttpAnswer, asked: string): ApiAnswer {
  const { status, headers } = answer;
  const errors = readErrors(answer.body);
  const said = errors.map(({ message }) => message).join('; ') || 'no reason given';
  const conversation = [asked, `S: ${status} ${said}`];
  const text = `${what}: ${status} ${said}`;
  if (status === 202 || status === 200) {
    const messageId = headers['x-message-id'] ?? null;
    return {
      outcome: {
        kind: 'accepted',
        reply: { code: 250, text: `2.0.0 ${messageId ?? 'accepted'}` },
        assigned: { providerMessageId: messageId, messageIdHeader: null },
      },
      conversation: [asked, `S: ${status} ${messageId ?? ''}`],
    };
  }
  if (status === 429) {
    return refusedCall({
      code: 450,
      text: `4.7.28 ${text}, try again in ${waitSeconds(headers)} s`,
      conversation,
    });
  }
  if (status === 413) return refusedCall({ code: 552, text: `5.3.4 ${text}`, conversation });
  if (status >= 500)
    return refusedCall({ code: 451, text: `4.3.0 ${text}`, conversation, failure: 'outage' });
  // A sender identity that is not verified is for us to put right, and only its own domain's mail waits.
  if (status === 403 && errors.some(({ field }) => field?.startsWith('from') === true)) {
    return refusedCall({ code: 530, text: `5.7.0 ${text}`, conversation });
  }
  if (status === 400) return refusedCall({ code: 554, text: `5.5.4 ${text}`, conversation });
  // The key, its permissions, credits, an address that is no API.
  const isBlocked = /credits|limit exceeded|suspended|under review/i.test(said);
  const failure = isBlocked ? 'blocked' : 'outage';
  return refusedCall({ code: 530, text: `5.7.0 ${text}`, conversation, failure });
}

interface SendGridError {
  readonly message: string;
  readonly field: string | null;
}

function readErrors(body: Buffer): readonly SendGridError[] {
  try {
    const { errors } = JSON.parse(body.toString()) as { readonly errors?: unknown };
    if (!Array.isArray(errors)) return [];
    return errors.slice(0, 5).map((each: { readonly message?: unknown; readonly field?: unknown }) => ({
      message: String(each.message),
      field: typeof each.field === 'string' ? each.field : null,
    }));
  } catch {
    return [];
  }
}
