import type { Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { accept, replyText, type SinkBehaviour, type SinkMoment, type SinkScript } from './sink-behaviour';

/** Decides what happens at each moment of a dialogue, and carries it out. */
export interface SinkDirector {
  behave(script: SinkScript): void;
  /** The behaviour that strikes now; `accept` when the script has another moment in mind. */
  decide(moment: SinkMoment, session: SMTPServerSession, rcpt?: string): SinkBehaviour;
  /** Calls back, with an error for a refusal; or never calls back; or cuts the connection. */
  perform(behaviour: SinkBehaviour, session: SMTPServerSession, done: (error?: Error) => void): void;
}

/** @param sockets open connections by the client's port */
export function createSinkDirector(initial: SinkScript, sockets: ReadonlyMap<number, Socket>): SinkDirector {
  let script = initial;
  const asked: Record<SinkMoment, number> = { connect: 0, mail: 0, rcpt: 0, data: 0, 'end-of-data': 0 };
  return {
    behave: (next) => {
      script = next;
    },

    decide: (moment, session, rcpt) => {
      const ordinal = asked[moment]++;
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      const to = rcpt === undefined ? rcptTo.map(({ address }) => address) : [rcpt];
      const behaviour = typeof script === 'function' ? script({ moment, from, to, ordinal }) : script;
      return strikes(behaviour, moment) ? behaviour : accept;
    },

    perform: (behaviour, session, done) => {
      switch (behaviour.kind) {
        case 'accept':
          return done();
        case 'reject':
          return done(refusal(behaviour.code, behaviour.text));
        case 'slow':
          return void setTimeout(done, behaviour.delayMs).unref();
        case 'drop':
          return void sockets.get(session.remotePort)?.destroy();
        case 'hang':
          return;
      }
    },
  };
}

function strikes(behaviour: SinkBehaviour, moment: SinkMoment): boolean {
  switch (behaviour.kind) {
    case 'accept':
      return false;
    case 'slow':
      return moment === 'end-of-data';
    case 'reject':
      // SMTP has no way to say no before the final dot once 354 was given.
      return moment === (behaviour.at === 'data' ? 'end-of-data' : behaviour.at);
    case 'hang':
    case 'drop':
      return moment === behaviour.at;
  }
}

function refusal(code: number, text: string | undefined): Error {
  return Object.assign(new Error(replyText(code, text)), { responseCode: code });
}
