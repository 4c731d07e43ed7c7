import { provenSettings, type ProvenSetting } from '@postrider/db';
import { Argument, type Command } from 'commander';
import type { RunCommand } from '../run-command';
import { acceptSecret } from './accept-secret';
import { checkSecrets, hasWrongSecrets } from './check-secrets';
import { resealAll } from './reseal';

export function addSecretCommands(program: Command, run: RunCommand): void {
  const group = program.command('secrets').description('secrets at rest and in the settings');
  group
    .command('check')
    .description(
      'checks that the settings hold the secrets of this database, and that every stored secret opens; exits 1 otherwise',
    )
    .action(() => run(checkSecrets, hasWrongSecrets));
  group
    .command('reseal')
    .description(
      'seals DKIM keys, secrets of webhooks and transports again with MASTER_KEY; MASTER_KEYS_PREVIOUS must hold the key before. ' +
        'May be repeated at any time',
    )
    .action(() => run(resealAll));
  group
    .command('accept')
    .description('lets services start with the present value of a secret that was changed on purpose')
    .addArgument(new Argument('<setting>', 'the setting that holds it').choices(provenSettings))
    .option('--although-sealed-secrets-are-lost', 'a MASTER_KEY with which nothing stored opens', false)
    .action(
      (setting: ProvenSetting, { althoughSealedSecretsAreLost }: { althoughSealedSecretsAreLost: boolean }) =>
        run((session) => acceptSecret(session, setting, { althoughSealedSecretsAreLost })),
    );
}
