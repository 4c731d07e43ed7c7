import type { Api } from './api';

/** A group of methods of the client. */
export abstract class Resource {
  constructor(protected readonly api: Api) {}
}
