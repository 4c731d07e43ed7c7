import { brokenChunking } from './broken-chunking';
import type { Answer, SmtpConnection } from './connection';
import { SmtpConnectionError } from './connection-error';
import { toWire } from './message-octets';
import { toReply, type RawReply } from './reply';
import type { Extensions, RecipientAnswer, SmtpCommand, Transaction } from './session';
import type { SmtpTimeouts } from './timeouts';

export interface Work {
  readonly connection: SmtpConnection;
  readonly extensions: Extensions;
  readonly timeouts: SmtpTimeouts;
  readonly transaction: Transaction;
  /** The server still has the envelope of an earlier transaction. */
  readonly needsReset: boolean;
}

export interface Ended {
  /** In the order of the recipients. */
  readonly outcomes: readonly RecipientAnswer[];
  /** The server has an envelope that the next transaction must not add to. */
  readonly needsReset: boolean;
}

/** Written by one system call; larger messages in pieces, as the socket takes them. */
const oneWriteOctetsMax = 262_144;
const finalDot = Buffer.from('.\r\n');

/** One mail transaction (RFC 5321 §3.3). Rejects only with what `beforeData` rejected with. */
export async function transact(work: Work): Promise<Ended> {
  const { transaction } = work;
  const outcomes = await sendEnvelope(work);
  const taken = outcomes.flatMap((outcome, index) => (outcome === null ? [index] : []));
  if (taken.length === 0) {
    return { outcomes: outcomes as RecipientAnswer[], needsReset: !isRefusedSender(outcomes) };
  }
  const end = (outcome: RecipientAnswer): Ended => ({
    outcomes: outcomes.map((known) => known ?? outcome),
    // After an accepted message the server has forgotten the envelope by itself (RFC 5321 §4.1.1.4).
    needsReset: outcome.kind !== 'accepted',
  });
  if (!(await transaction.beforeData(taken))) return end({ kind: 'withdrawn' });
  return end(await sendMessage(work));
}

function isRefusedSender([first]: readonly (RecipientAnswer | null)[]): boolean {
  return first?.kind === 'refused' && first.command === 'MAIL';
}

/**
 * MAIL and RCPT: by one write where the server takes that (RFC 2920), else one by one.
 *
 * @returns of each recipient why it gets nothing, or null
 */
async function sendEnvelope(work: Work): Promise<(RecipientAnswer | null)[]> {
  const { connection, extensions, timeouts, transaction, needsReset } = work;
  const { recipients } = transaction;
  const mail = mailCommand(transaction, extensions);
  if (extensions.pipelining) {
    if (needsReset) connection.say('RSET');
    connection.say(mail);
    for (const recipient of recipients) connection.say(`RCPT TO:<${recipient}>`);
    connection.flush();
  }
  const answerTo = (command: string): Promise<Answer> =>
    extensions.pipelining
      ? connection.reply(timeouts.commandMs)
      : connection.ask(command, timeouts.commandMs);

  if (needsReset) {
    const forgotten = await answerTo('RSET');
    if (refusal(connection, forgotten, inEnvelope('MAIL'))) {
      // What belongs to which envelope cannot be known any more. A 421 is the connection's end already.
      if (!connection.hasEnded) connection.fail('the server does not reset', 'EPROTOCOL');
    }
  }
  const notSent = refusal(connection, await answerTo(mail), inEnvelope('MAIL'));
  const outcomes: (RecipientAnswer | null)[] = [];
  for (const recipient of recipients) {
    if (notSent && !extensions.pipelining) outcomes.push(notSent);
    else {
      const answer = await answerTo(`RCPT TO:<${recipient}>`);
      outcomes.push(notSent ?? refusal(connection, answer, inEnvelope('RCPT')));
    }
  }
  if (!connection.hasEnded || outcomes.every((outcome) => outcome !== null)) return outcomes;
  // It closes: those it took before share the fate of those it could not take.
  const end = refusal(connection, await connection.reply(timeouts.commandMs), inEnvelope('RCPT'));
  return outcomes.map((outcome) => outcome ?? end);
}

function mailCommand(
  { from, message, encoding, smtpUtf8, requireTls }: Transaction,
  extensions: Extensions,
): string {
  let command = `MAIL FROM:<${from}>`;
  if (extensions.sizeMax !== null) command += ` SIZE=${octetsOf(message)}`;
  if (encoding === '8bit') command += ' BODY=8BITMIME';
  if (encoding === 'binary') command += ' BODY=BINARYMIME';
  if (smtpUtf8) command += ' SMTPUTF8';
  if (requireTls) command += ' REQUIRETLS';
  return command;
}

export function octetsOf(pieces: readonly Buffer[]): number {
  let octets = 0;
  for (const { length } of pieces) octets += length;
  return octets;
}

/** How it ended for all that were taken. */
async function sendMessage(work: Work): Promise<RecipientAnswer> {
  const { connection, extensions, timeouts, transaction } = work;
  const { chunking } = extensions;
  const { message, encoding } = transaction;
  const atData: Progress = { command: 'DATA', begun: true, endSent: false };
  const pieces = encoding === 'binary' ? [...message] : toWire(message, { dots: !chunking });
  const octets = octetsOf(pieces);
  // It may have closed while `beforeData` was asked.
  if (connection.hasEnded) return finished(connection, await connection.reply(timeouts.commandMs), atData);
  if (chunking) connection.say(`BDAT ${octets} LAST`);
  else {
    const go = await connection.ask('DATA', timeouts.commandMs);
    if (go instanceof SmtpConnectionError || go.code !== 354) return finished(connection, go, atData);
    connection.expectReply();
    pieces.push(finalDot);
  }
  connection.conversation.said(`(${octetsOf(message)} octets)`);
  const endSent = await writeMessage(work, pieces);
  const answer = await connection.reply(timeouts.endMs);
  if (chunking && isUnknownCommand(answer)) {
    // It has read, or will read, the message as commands. Nothing of it was taken.
    const failure = connection.fail('the server offers BDAT and does not know it', brokenChunking);
    return finished(connection, failure, { ...atData, command: 'message' });
  }
  return finished(connection, answer, { command: 'message', begun: true, endSent });
}

/** RFC 5321 §4.2.4: 500 and 502. */
function isUnknownCommand(answer: Answer): boolean {
  return !(answer instanceof SmtpConnectionError) && (answer.code === 500 || answer.code === 502);
}

/** Answers whether the end of the message was handed to the socket: it may reach the server then, whatever happens. */
async function writeMessage({ connection, timeouts }: Work, pieces: readonly Buffer[]): Promise<boolean> {
  if (connection.hasEnded) return false;
  if (octetsOf(pieces) <= oneWriteOctetsMax) {
    connection.writePieces(pieces);
    return true;
  }
  const { bodyMs } = timeouts;
  const timer = setTimeout(
    () => connection.fail(`the message was not taken within ${bodyMs} ms`, 'ETIMEDOUT'),
    bodyMs,
  );
  try {
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      for (let start = 0; start < piece.length; start += oneWriteOctetsMax) {
        const part = piece.subarray(start, start + oneWriteOctetsMax);
        // A server that answers before the end wants no more of it.
        if (connection.hasEnded || connection.hasReply()) return false;
        const hasRoom = connection.writePieces([part]);
        if (isLast && start + part.length === piece.length) return true;
        if (!hasRoom) await connection.drained();
      }
    }
    return false;
  } finally {
    clearTimeout(timer);
  }
}

interface Progress {
  readonly command: SmtpCommand;
  readonly begun: boolean;
  readonly endSent: boolean;
}

function inEnvelope(command: 'MAIL' | 'RCPT'): Progress {
  return { command, begun: false, endSent: false };
}

/** Null: the server said yes. */
function refusal(connection: SmtpConnection, answer: Answer, progress: Progress): RecipientAnswer | null {
  const isYes = !(answer instanceof SmtpConnectionError) && isPositive(answer);
  return isYes ? null : finished(connection, answer, progress);
}

function isPositive({ code }: RawReply): boolean {
  return code >= 200 && code < 300;
}

function finished(connection: SmtpConnection, answer: Answer, progress: Progress): RecipientAnswer {
  const { command, begun, endSent } = progress;
  if (answer instanceof SmtpConnectionError) return { kind: 'broken', begun, endSent, error: answer };
  if (endSent && isPositive(answer)) return { kind: 'accepted', reply: toReply(answer) };
  if (answer.code >= 400) {
    // The rest of the message would be read as commands.
    if (command === 'message' && !endSent) connection.fail('refused within the message', 'ECLOSED');
    return { kind: 'refused', command, reply: toReply(answer) };
  }
  const error = connection.fail(`${answer.code} is no answer to ${command}`, 'EPROTOCOL');
  return { kind: 'broken', begun, endSent, error };
}
