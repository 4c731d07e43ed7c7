import { erasePerson, type PersonCounts } from '@postrider/audiences';
import { normaliseAddress } from '@postrider/mail';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { findPerson, type FoundPerson } from './find-person';

interface EraseOptions {
  readonly organization?: string;
  readonly allOrganizations: boolean;
  readonly dryRun: boolean;
}

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('erase')
    .description(
      'erase a person: the contact, inbound mail from the address, and the content and address of mail to it. ' +
        'Suppressions keep a digest of the address. Prints a receipt. Cannot be undone',
    )
    .argument('<address>', 'email address of the person')
    .option('--organization <organization>', 'id or slug of the organization')
    .option('--all-organizations', 'erase the person in every organization that has the address', false)
    .option('--dry-run', 'only count what would be erased', false)
    .action((address: string, options: EraseOptions) => run((session) => erase(session, address, options)));
}

/** A receipt for each organization that has something about the address. */
async function erase(session: Session, given: string, options: EraseOptions): Promise<Row[]> {
  const address = normaliseAddress(given.trim());
  if (!address.includes('@')) throw new CommandRefused(`${given} is not an email address.`);
  const receipts: Row[] = [];
  for await (const { id: organizationId, counts } of findEverywhere(session, address, options)) {
    if (options.dryRun) {
      receipts.push({ organization_id: organizationId, ...rowOf(counts), dry_run: true });
      continue;
    }
    const { digest, erased } = await erasePerson(
      session.pool(),
      { organizationId, address },
      {
        actor: { type: 'operator', name: session.operator },
        onPage: (messages) => session.progress.at(messages, 'messages erased'),
      },
    );
    receipts.push({ organization_id: organizationId, ...rowOf(erased), digest, erased_at: new Date() });
  }
  if (receipts.some((receipt) => Number(receipt['messages_open']) > 0)) {
    process.stderr.write(
      'Messages that may still be sent were left: repeat this when they are sent, or fail them first (messages find, messages fail).\n',
    );
  }
  return receipts;
}

async function* findEverywhere(
  session: Session,
  address: string,
  { organization, allOrganizations }: EraseOptions,
): AsyncGenerator<FoundPerson> {
  if ((organization !== undefined) === allOrganizations) {
    throw new CommandRefused('Name one --organization, or say --all-organizations.');
  }
  const organizationId = organization === undefined ? null : await organizationIdOf(session, organization);
  for (let beforeId: string | null = null, isMore = true; isMore;) {
    const page = await findPerson(session.pool(), { address, organizationId, beforeId, limit: 100 });
    yield* page.found;
    beforeId = page.next;
    isMore = page.next !== null;
  }
}

function rowOf(counts: PersonCounts): Row {
  return {
    contacts: counts.contacts,
    signup_requests: counts.signupRequests,
    suppressions: counts.suppressions,
    messages: counts.messages,
    messages_open: counts.openMessages,
    inbound_emails: counts.inboundEmails,
  };
}
