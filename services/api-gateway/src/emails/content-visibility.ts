import type { Mode } from '@postrider/contracts';
import type { Principal } from '../http/route';

/**
 * A test key simulates; it lies in programs of developers and in pipelines, where nobody guards it as a live one. So it is not
 * shown what live mail says: bodies, and the links that were clicked, which sign people in and reset passwords.
 */
export function seesContent({ mode }: Pick<Principal, 'mode'>, email: { readonly mode: Mode }): boolean {
  return mode === 'live' || email.mode === 'test';
}
