/** A refusal in the relay's own words, in the shape of the error catalogue's SMTP replies. */
export interface RelayReply {
  code: number;
  enhanced: string;
  text: string;
}

/** Thrown while a message is read, caught in `parseIncomingMessage` alone. */
export class RefusedMessage extends Error {
  constructor(readonly reply: RelayReply) {
    super(reply.text);
  }
}

export function refuseMessage(text: string): never {
  throw new RefusedMessage({ code: 550, enhanced: '5.6.0', text });
}
