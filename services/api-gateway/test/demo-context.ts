import { newId } from '@postrider/contracts/ids';
import type { Queryable } from '@postrider/testkit';

/** Where the data of a demonstration goes. */
export interface DemoShop {
  readonly pool: Queryable;
  readonly organizationId: string;
  /** Calls the API for the organization. @returns the id of what was created */
  post(path: string, body: unknown): Promise<string>;
  /** @returns the URL of the uploaded image */
  uploadImage(body: unknown): Promise<string>;
}

export interface DemoDomains {
  readonly transactional: { readonly id: string; readonly name: string };
  readonly bulk: { readonly id: string; readonly name: string };
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The id of a row that was made at another time. */
export function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}
