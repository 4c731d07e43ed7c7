/**
 * Why Google gives no data. `access_revoked`: the token is no longer accepted. `refused`: settings of the project at Google are wrong.
 * `no_data`: Google has nothing of the domain, or the account may not see it.
 */
export type GoogleFault = 'access_revoked' | 'refused' | 'rate_limited' | 'unavailable' | 'no_data';

/** The message holds no token: it is logged. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  constructor(
    readonly fault: GoogleFault,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}
