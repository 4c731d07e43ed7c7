import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** What is used of the client; not part of its public interface: a test fails when it is not called any more. */
interface CommandWriter {
  _sendCommand?: (line: string) => void;
}

/**
 * Makes the next MAIL command ask for SMTPUTF8. The client does so only for an envelope beyond ASCII, but the return
 * path is ours and always ASCII, and RFC 6531 §3.4 wants the parameter for header fields beyond ASCII too.
 *
 * @returns undoes it, for the next transaction of the connection
 */
export function askForSmtpUtf8(connection: SMTPConnection): () => void {
  const writer = connection as unknown as CommandWriter;
  const send = writer._sendCommand?.bind(connection);
  writer._sendCommand = (line) =>
    send?.(line.startsWith('MAIL FROM:') && !/ SMTPUTF8\b/.test(line) ? `${line} SMTPUTF8` : line);
  return () => delete writer._sendCommand;
}
