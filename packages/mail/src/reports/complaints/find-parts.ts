import { parseFieldBlocks, parseHeaderBlock, type FieldBlock } from '../field-blocks';
import type { ReportMail } from './report-mail';

/** The header of the message that the report is about. */
export interface Original {
  readonly header: FieldBlock;
  /** A part of its own; else lines in a text. */
  readonly isAttached: boolean;
}

const fieldsCharsMax = 65_536;
const headerCharsMax = 262_144;
const feedbackLine = /^[>\t ]{0,8}feedback-type[\t ]{0,4}:/im;

/** The fields of the report: a part of its type, else the lines that begin with Feedback-Type, of any part or the text. */
export function findFeedbackReport({ parts, text }: ReportMail): FieldBlock | null {
  const part = parts.find(({ type, content }) => type === 'message/feedback-report' && content.trim() !== '');
  if (part !== undefined) return parseFieldBlocks(part.content.slice(0, fieldsCharsMax))[0] ?? null;
  for (const content of [...parts.map((each) => each.content), text]) {
    const start = content.search(feedbackLine);
    if (start < 0) continue;
    // Fields before it, down from the last empty line, belong to the report as well.
    const before =
      content
        .slice(0, start)
        .split(/\r?\n[>\t ]{0,8}\r?\n/)
        .at(-1)?.length ?? 0;
    return parseFieldBlocks(unquoted(content.slice(start - before).slice(0, fieldsCharsMax)))[0] ?? null;
  }
  return null;
}

const messageTypes = /^(?:message\/(?:rfc822|global)|text\/rfc822)(?:-headers?)?$/;

/** From whichever form the reporter chose; null: not returned. */
export function findOriginal({ parts, text }: ReportMail): Original | null {
  const returned = parts.find(({ type, content }) => messageTypes.test(type) && content.trim() !== '');
  if (returned !== undefined) return { header: headerOf(returned.content), isAttached: true };
  const file = parts.find(({ content }) => isMessage(headerOf(content)));
  if (file !== undefined) return { header: headerOf(file.content), isAttached: true };
  const quoted = fieldsOf(unquoted(text));
  return isMessage(quoted) ? { header: quoted, isAttached: false } : null;
}

/** Blank lines before a header are there as often as they are wrong. */
function headerOf(message: string): FieldBlock {
  return parseHeaderBlock(message.slice(0, headerCharsMax).replace(/^[\s\ufeff]{0,99}/, ''));
}

function isMessage(header: FieldBlock): boolean {
  return header.first('message-id') !== null || header.first('return-path') !== null;
}

/** Every line of a text that looks like a field, whatever stands between them. */
function fieldsOf(text: string): FieldBlock {
  const blocks = parseFieldBlocks(text);
  const all = (name: string) => blocks.flatMap((block) => block.all(name));
  return { text, all, first: (name) => all(name)[0] ?? null };
}

function unquoted(text: string): string {
  return text.replace(/^[\t ]{0,8}(?:>[\t ]?){1,8}/gm, '');
}
