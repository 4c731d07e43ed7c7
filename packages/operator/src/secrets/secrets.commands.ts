import { provenSettings, type ProvenSetting } from '@postrider/db';
import { Argument, type Command } from 'commander';
import type { RunCommand } from '../run-command';
import { acceptSecret } from './accept-secret';
import { checkSecrets, hasWrongSecrets } from './check-secrets';
import { resealAll } from './reseal';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('check')
    .description(
      'check that the settings contain the secrets of this database and that every stored secret opens. Exits with 1 if not',
    )
    .action(() => run(checkSecrets, hasWrongSecrets));
  group
    .command('reseal')
    .description(
      'reseal DKIM keys and the secrets of webhooks and transports with MASTER_KEY. MASTER_KEYS_PREVIOUS must contain the former key. Can be repeated',
    )
    .action(() => run(resealAll));
  group
    .command('accept')
    .description('accept the current value of a secret that was changed on purpose')
    .addArgument(new Argument('<setting>', 'name of the setting').choices(provenSettings))
    .option(
      '--although-sealed-secrets-are-lost',
      'accept a MASTER_KEY that opens none of the stored values',
      false,
    )
    .action(
      (setting: ProvenSetting, { althoughSealedSecretsAreLost }: { althoughSealedSecretsAreLost: boolean }) =>
        run((session) => acceptSecret(session, setting, { althoughSealedSecretsAreLost })),
    );
}
