import type { Answers } from '../answers/answers';
import { runProgram } from '../run-program';
import { isActive, runUnits } from './units';
import { readIfThere, type SetupFile } from '../settings/write-file';
import type { Step } from '../step';
import { filesStep } from './files-step';

const caddyfile = '/etc/caddy/Caddyfile';
const imported = 'import /opt/postrider/deploy/caddy/Caddyfile';

/** HTTPS, and the certificate of the SMTP server, by the Caddy of this machine. docs/tls.md explains the files. */
export function caddyStep(answers: Answers, owner: SetupFile['owner']): Step {
  const files = caddyFiles(answers, owner);
  const step = filesStep('Caddy', files);
  return {
    ...step,
    changes: async () => {
      const changes = await step.changes();
      return changes.length > 0 || (await isActive('caddy.service')) ? changes : ['start Caddy'];
    },
    apply: async () => {
      await keepOthers();
      await step.apply();
      await runProgram('systemctl', ['daemon-reload']);
      await runProgram('systemctl', ['enable', 'caddy']);
      // Names are environment variables, which a reload does not read again.
      await runUnits('restart', ['caddy.service']);
      return undefined;
    },
  };
}

function caddyFiles(
  { certificates, platform_host, smtp_name, owner: email }: Answers,
  owner: SetupFile['owner'],
): SetupFile[] {
  const isAcme = certificates === 'acme';
  const names = {
    PLATFORM_HOST: platform_host,
    // With `http://` Caddy obtains no certificate for it: smtp-relay has files of its own.
    SMTP_NAME: isAcme ? smtp_name : `http://${smtp_name}`,
  };
  const open = { mode: 0o644, owner: null };
  return [
    {
      ...{ path: '/etc/postrider/caddy.env', mode: 0o640, owner },
      text: Object.entries(names)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    },
    { ...open, path: '/etc/caddy/postrider/setup.options', text: `email ${email}\n` },
    {
      ...open,
      path: '/etc/caddy/postrider/setup.platform',
      text: isAcme ? '# Certificates by ACME.\n' : `tls ${certificates.certificate} ${certificates.key}\n`,
    },
    { ...open, path: caddyfile, text: `${imported}\n` },
  ];
}

/** What Caddy served before stays in a file beside it. */
async function keepOthers(): Promise<void> {
  const text = await readIfThere(caddyfile);
  if (text === '' || text.includes(imported)) return;
  await runProgram('cp', ['--no-clobber', caddyfile, `${caddyfile}.before-postrider`]);
}
