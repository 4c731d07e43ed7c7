import type { Principal, UserActor } from '@postrider/contracts/access';
import type { BrowserClient, UserSession } from '@postrider/identity';
import type { Access } from '../http/route';

/** A member of the organization that the request names. */
export interface MemberPrincipal extends Principal {
  readonly actor: UserActor;
}

/** Who calls, by what the endpoint requires. */
type Caller<Allowed extends Access> = Allowed extends 'anyone'
  ? { readonly session: UserSession | null }
  : Allowed extends 'user' | 'operator'
    ? { readonly session: UserSession }
    : { readonly session: UserSession; readonly member: MemberPrincipal };

export type ConsoleRequest<Allowed extends Access, Query, Body, Params> = Caller<Allowed> & {
  readonly query: Query;
  readonly body: Body;
  readonly params: Params;
  readonly client: BrowserClient;
  /** Of a step that the browser has begun. */
  readonly challengeToken: string | undefined;
  readonly requestId: string;
};

/** What a handler answers; the status is the endpoint's. */
export interface ConsoleReply<Body> {
  readonly body?: Body;
  /** Instead of a body: of the endpoint's `textTypes`, until it or the request ends. */
  readonly stream?: { readonly pieces: AsyncIterable<string>; readonly end: () => void };
  readonly cookies?: readonly string[];
}
