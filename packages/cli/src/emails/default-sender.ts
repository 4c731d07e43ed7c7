import type { Postrider } from 'postrider';
import { CommandFailure } from '../command-line/failures';

/** A sender that works: that of the newest email, else one at the only domain of the key. @throws CommandFailure */
export async function defaultSender(client: Pick<Postrider, 'emails' | 'keys'>): Promise<string> {
  const [newest] = await client.emails.list({ limit: 1 }).toArray({ limit: 1 });
  if (newest) return newest.from;
  const { domains } = await client.keys.getOwn();
  const [domain] = domains;
  if (domain?.includes('.')) return `test@${domain}`;
  throw new CommandFailure(
    'usage',
    'Pass a sender of a verified domain: --from "Ada <ada@shop.example.com>"',
  );
}
