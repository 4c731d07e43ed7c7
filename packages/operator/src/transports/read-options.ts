import { transportOptions, type TransportKind } from '@postrider/contracts';
import { z } from 'zod';
import { CommandRefused } from '../command-refused';

/** As the command line has them. */
export interface GivenOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: string;
  readonly user?: string;
  readonly final: boolean;
  readonly connections?: number;
  readonly region?: readonly string[];
  readonly accessKeyId?: string;
  readonly configurationSet?: string;
}

const connectionsByDefault: Readonly<Record<TransportKind, number>> = {
  mx: 0,
  smtp: 20,
  ses: 14,
  sendgrid: 14,
};
const implicitTlsPort = 465;

/** @throws CommandRefused naming each option that is missing or wrong */
export function readTransportOptions(kind: TransportKind, given: GivenOptions): object {
  const { data, error } = transportOptions[kind].safeParse(shapeOf(kind, given));
  if (data) return data;
  throw new CommandRefused(`That is no transport of kind ${kind}:\n${z.prettifyError(error)}`);
}

function shapeOf(kind: TransportKind, given: GivenOptions): object {
  const { connections = connectionsByDefault[kind] } = given;
  switch (kind) {
    case 'mx':
      return {};
    case 'smtp': {
      const { host, user = null, final } = given;
      // A password goes out in clear only where `--tls off` says so in so many words.
      const {
        tls = given.port === implicitTlsPort ? 'implicit' : user === null ? 'opportunistic' : 'required',
      } = given;
      const { port = tls === 'implicit' ? implicitTlsPort : user === null ? 25 : 587 } = given;
      return { host, port, tls, user, final, connections };
    }
    case 'ses': {
      const { region, accessKeyId = null, configurationSet = null } = given;
      return { regions: region, accessKeyId, configurationSet, connections };
    }
    case 'sendgrid':
      return { connections };
  }
}
