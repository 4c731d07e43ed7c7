import { clientNetwork } from '@postrider/runtime';

/** Open connections of each client, over all listeners. */
export class ConnectionsByClient {
  private readonly counts = new Map<string, number>();

  constructor(private readonly perClientMax: number) {}

  /** Counts a connection, unless its client has as many as it may have. */
  enter(address: string): boolean {
    const client = clientNetwork(address);
    const count = this.counts.get(client) ?? 0;
    if (count >= this.perClientMax) return false;
    this.counts.set(client, count + 1);
    return true;
  }

  leave(address: string): void {
    const client = clientNetwork(address);
    const count = (this.counts.get(client) ?? 0) - 1;
    if (count > 0) this.counts.set(client, count);
    else this.counts.delete(client);
  }
}
