import { Pool } from 'undici';
import type { System } from '../../system/system';
import { bodyText, type LoadMessage } from './message';
import type { SubmissionResult, Submitter } from './submission';

const connectionsMax = 48;
/** Longer than the gateway may take to say that it is not able to. */
const timeoutMs = 20_000;

/** Sends by `POST /emails`, with an idempotency key, as a careful client does. */
export function createHttpSubmitter(system: System): Submitter {
  const { domain, keys } = system.tenant;
  const pool = new Pool(system.apiUrl, {
    connections: connectionsMax,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: 5_000,
  });
  const requestOf = ({ number, recipients }: LoadMessage) =>
    JSON.stringify({
      from: `Shop <orders@${domain.name}>`,
      to: recipients,
      subject: `Order ${number}`,
      text: bodyText,
      idempotency_key: `order-${number}`,
    });
  return {
    submit: async (message) => {
      try {
        const answer = await pool.request({
          method: 'POST',
          path: '/api/v1/emails',
          headers: { authorization: `Bearer ${keys.live.token}`, 'content-type': 'application/json' },
          body: requestOf(message),
        });
        return classifyAnswer(answer.statusCode, await answer.body.text());
      } catch (error) {
        return { kind: 'failed', cause: `HTTP ${codeOf(error)}` };
      }
    },
    close: () => pool.destroy(),
  };
}

function classifyAnswer(status: number, text: string): SubmissionResult {
  if (status === 200) return { kind: 'accepted', id: (JSON.parse(text) as { id: string }).id };
  const kind = status === 429 || status >= 500 ? 'failed' : 'refused';
  return { kind, cause: `HTTP ${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim() };
}

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
