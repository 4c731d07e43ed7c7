import { Command } from 'commander';
import { addAuditCommands } from './audit/audit.commands';
import { addDomainCommands } from './domains/domains.commands';
import { addDoctorCommands } from './doctor/doctor.commands';
import { addKeyCommands } from './keys/keys.commands';
import { addMessageCommands } from './messages/messages.commands';
import { addOrganizationCommands } from './organizations/organizations.commands';
import { addPartitionCommands } from './partitions/partitions.commands';
import { addQueueCommands } from './queues/queues.commands';
import { addRestoredCommands } from './restored/restored.commands';
import { addRetentionCommands } from './retention/retention.commands';
import { addReviewCommands } from './reviews/reviews.commands';
import { createRunner } from './run-command';
import { addSecretCommands } from './secrets/secrets.commands';
import { addSiteCommands } from './sites/sites.commands';
import { addSourceCommands } from './sources/sources.commands';
import { addSuppressionCommands } from './suppressions/suppressions.commands';
import { addThrottleRuleCommands } from './throttle-rules/throttle-rules.commands';
import { addTransportCommands } from './transports/transports.commands';
import { addUnconfirmedCommands } from './unconfirmed/unconfirmed.commands';
import { addWebhookCommands } from './webhooks/webhooks.commands';

/** The whole command line; nothing runs before it is parsed. */
export function createProgram(): Command {
  const program = new Command('postrider')
    .description('Operator commands of Postrider')
    .option('--json', 'print JSON on standard output', false)
    .option('--operator <login>', 'your login for the audit log (default: that of the system)')
    .showHelpAfterError();
  const run = createRunner(program);
  addOrganizationCommands(program, run);
  addKeyCommands(program, run);
  addReviewCommands(program, run);
  addDomainCommands(program, run);
  addTransportCommands(program, run);
  addDoctorCommands(program, run);
  addSourceCommands(program, run);
  addSiteCommands(program, run);
  addThrottleRuleCommands(program, run);
  addMessageCommands(program, run);
  addRestoredCommands(program, run);
  addSuppressionCommands(program, run);
  addWebhookCommands(program, run);
  addAuditCommands(program, run);
  addUnconfirmedCommands(program, run);
  addQueueCommands(program, run);
  addPartitionCommands(program, run);
  addRetentionCommands(program, run);
  addSecretCommands(program, run);
  return program;
}
