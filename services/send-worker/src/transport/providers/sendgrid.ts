import { ResponseTooLargeError, type HttpAnswer, type HttpClient } from '@postrider/http-client';
import { brokenCall, refusedCall, type ApiMail, type ApiAnswer, type ProviderApi } from './provider-api';
import { sendGridMail } from './sendgrid-mail';

export interface SendGridOptions {
  readonly apiKey: string;
  /** `https://api.sendgrid.com`, or that of the European Union. */
  readonly url: string;
  readonly http: HttpClient;
  readonly timeoutMs: number;
}

const what = 'SendGrid';
/** An answer is a few hundred octets. */
const answerBytesMax = 65_536;
const hintMaxSeconds = 3_600;

/** SendGrid by its API v3 (`POST /v3/mail/send`), one recipient a call. It gives the message a Message-ID that nobody tells us. */
export function createSendGrid({ apiKey, url, http, timeoutMs }: SendGridOptions): ProviderApi {
  const endpoint = new URL('/v3/mail/send', url);
  const call = async (mail: ApiMail): Promise<ApiAnswer> => {
    const asked = `C: POST ${endpoint.pathname} to <${mail.recipient}> at ${endpoint.host}`;
    const reading = await sendGridMail(mail);
    if (!reading.ok) {
      const text = `5.6.1 ${what} cannot express this message: ${reading.fault}`;
      return refusedCall({ code: 554, text, conversation: [asked, text] });
    }
    let isSent = false;
    try {
      const answer = await http.request({
        method: 'POST',
        url: endpoint,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(reading.body),
        onSent: () => {
          isSent = true;
        },
        timeoutMs,
        bytesMax: answerBytesMax,
      });
      return inWords(answer, asked);
    } catch (error) {
      if (error instanceof ResponseTooLargeError) isSent = true;
      const broken = brokenCall(error, { isSent, what });
      return { ...broken, conversation: [asked, ...broken.conversation] };
    }
  };
  return { peer: `sendgrid:${endpoint.host}`, send: call, close: () => undefined };
}

/** 530: about our account, so that nobody's mail bounces for it. */
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

function waitSeconds(headers: HttpAnswer['headers']): number {
  const after = Number(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1_000;
  const seconds = [after, reset].find((each) => Number.isFinite(each) && each > 0) ?? 60;
  return Math.min(hintMaxSeconds, Math.ceil(seconds));
}
