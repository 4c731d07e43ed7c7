import { errorCatalogue, isErrorCode, type SmtpErrorReply } from '@postrider/contracts/errors';

/** What the client gets: basic code, enhanced code (RFC 3463) and text. */
export interface Reply {
  readonly code: number;
  readonly enhanced: string;
  readonly text: string;
}

/** Thrown into smtp-server's callbacks, which take a reply as an error with a code. */
export class ReplyError extends Error {
  readonly responseCode: number;

  /** `explanation`: what the API said, on a line before the mapped one; `RelayConnection` sends each line as one. */
  constructor({ code, enhanced, text }: Reply, explanation?: string) {
    const lines = explanation === undefined ? [text] : [replyText(explanation), text];
    super(lines.map((line) => `${enhanced} ${line}`).join('\n'));
    this.responseCode = code;
  }
}

/** RFC 5321 section 4.5.3.1.5: a reply line has 512 octets, with both codes (`550-5.6.0 `) and CRLF. */
const replyTextCharsMax = 500;

/** Text of others as the text of one reply line: printable ASCII. */
function replyText(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '?')
    .trim();
  return line.length <= replyTextCharsMax ? line : `${line.slice(0, replyTextCharsMax - 3)}...`;
}

export const replies = {
  tooManyRecipients: { code: 452, enhanced: '4.5.3', text: 'Too many recipients' },
  unsupportedParameter: { code: 555, enhanced: '5.5.4', text: 'Unsupported parameter' },
  addressLiteral: { code: 501, enhanced: '5.1.3', text: 'Address literals are not accepted' },
  localMailbox: { code: 550, enhanced: '5.1.1', text: 'No mailboxes here, give postmaster a domain' },
  tooLarge: { code: 552, enhanced: '5.3.4', text: 'Message too large' },
  dataTooSlow: { code: 421, enhanced: '4.4.2', text: 'Message took too long' },
  tooComplex: { code: 550, enhanced: '5.6.0', text: 'The message takes too long to read' },
  noRoom: { code: 452, enhanced: '4.3.1', text: 'Too many large messages at once, try again later' },
  temporary: { code: 451, enhanced: '4.4.1', text: 'Temporary system problem, try again later' },
  unknownMailbox: { code: 550, enhanced: '5.1.1', text: 'No such address here' },
  tooManyRefused: { code: 421, enhanced: '4.7.0', text: 'Too many recipients that are not here' },
  overRate: { code: 421, enhanced: '4.7.0', text: 'Too many messages from your network, try again later' },
  mailboxOverRate: {
    code: 451,
    enhanced: '4.7.1',
    text: 'Too many messages for this domain, try again later',
  },
  loop: { code: 554, enhanced: '5.4.6', text: 'This message goes round in a loop' },
  bareNewline: { code: 550, enhanced: '5.6.0', text: 'Bare CR, bare LF or NUL in the message' },
  badCredentials: { code: 535, enhanced: '5.7.8', text: 'Authentication credentials invalid' },
} as const satisfies Record<string, Reply>;

/** The answer for an error code of the API; `status` decides where the code is unknown to this version. */
export function replyForApiError(code: string, status: number): Reply {
  const row = isErrorCode(code) ? errorCatalogue[code].smtp : null;
  const smtp = row ?? replyForStatus(code, status);
  return { code: smtp.code, enhanced: smtp.enhanced, text: smtp.text ?? code };
}

function replyForStatus(code: string, status: number): SmtpErrorReply {
  if (status >= 500) return replies.temporary;
  if (status === 401) return replies.badCredentials;
  if (status === 429) return { code: 451, enhanced: '4.7.1', text: 'rate limited, retry later' };
  if (status === 403) return { code: 553, enhanced: '5.7.1', text: null };
  if (status === 413 || /size|large|limit_bytes/.test(code))
    return { code: 552, enhanced: '5.3.4', text: null };
  return { code: 550, enhanced: '5.6.0', text: null };
}
