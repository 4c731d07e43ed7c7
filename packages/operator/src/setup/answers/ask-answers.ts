import type * as Clack from '@clack/prompts';
import type { z } from 'zod';
import { CommandRefused } from '../../command-refused';
import {
  certificateFiles,
  domainName,
  parseAnswers,
  smartHost,
  type Answers,
  type GivenAnswers,
} from './answers';

type Prompts = typeof Clack;
type Given = Partial<GivenAnswers>;

const defaultBackups = '/var/backups/postrider';

/** Asks the six questions; what was answered before is the default. */
export async function askAnswers(before: Given): Promise<Answers> {
  const prompts = await import('@clack/prompts');
  const ask = createAsk(prompts);
  prompts.intro('Postrider setup');
  const domain = await ask.text('Base domain', {
    initial: before.domain,
    placeholder: 'example.com',
    field: domainName,
  });
  const organization = await ask.text('Name of your organization', {
    initial: before.organization,
    placeholder: 'Example Ltd',
  });
  const owner = await ask.text('Your email address', {
    initial: before.owner,
    placeholder: `you@${domain}`,
  });
  const delivery = await askDelivery(ask, before);
  const certificates = await askCertificates(ask, before);
  const backups = await ask.text('Backups: folder, or none', {
    initial: before.backups === null ? 'none' : (before.backups ?? defaultBackups),
  });
  const given = {
    ...{ ...before, domain, organization, owner, delivery, certificates },
    backups: backups === 'none' ? null : backups,
  };
  return confirmNames(prompts, ask, given);
}

/** One key press where the proposed names will do. */
async function confirmNames(prompts: Prompts, ask: Ask, given: Given): Promise<Answers> {
  let answers = parseAnswers(given);
  for (;;) {
    const { platform_host, smtp_name, ehlo_name, sending_domain, first_mail } = answers;
    prompts.note(
      [
        `API and console   https://${platform_host}`,
        `SMTP submission   ${smtp_name}`,
        `name of mail out  ${ehlo_name} (reverse DNS of this machine)`,
        `sends from        ${sending_domain}`,
        `first email to    ${first_mail ?? '(none)'}`,
      ].join('\n'),
      'Names',
    );
    if ((await ask.select('Continue?', { yes: 'Yes', names: 'Change names' }, 'yes')) === 'yes') {
      return answers;
    }
    answers = parseAnswers({
      ...given,
      platform_host: await ask.text('Host of API and console', { initial: platform_host }),
      smtp_name: await ask.text('Host of SMTP submission', { initial: smtp_name }),
      ehlo_name: await ask.text('Name of mail out', { initial: ehlo_name }),
      sending_domain: await ask.text('First domain to send from', { initial: sending_domain }),
      first_mail: await ask.text('First email to', { initial: first_mail ?? answers.owner }),
    });
  }
}

async function askDelivery(ask: Ask, { delivery: before }: Given): Promise<GivenAnswers['delivery']> {
  const known = typeof before === 'object' ? before : undefined;
  const how = await ask.select(
    'How does mail leave?',
    { direct: 'Directly (needs port 25 and reverse DNS)', smartHost: 'Through a smart host' },
    known === undefined ? 'direct' : 'smartHost',
  );
  if (how === 'direct') return 'direct';
  const host = await ask.text('Smart host', { initial: known?.host, field: smartHost.shape.host });
  const port = await ask.text('Its port', { initial: String(known?.port ?? 587) });
  const user = await ask.text('User', { initial: known?.user });
  const password = await ask.password(
    known === undefined ? 'Password' : 'Password (empty: as before)',
    known?.password,
  );
  const include = await ask.text('What it says to include in SPF records', {
    initial: known?.spf_include,
    placeholder: `spf.${host}`,
    field: smartHost.shape.spf_include,
  });
  return { host, port: Number(port), user, password, spf_include: include };
}

async function askCertificates(
  ask: Ask,
  { certificates: before }: Given,
): Promise<GivenAnswers['certificates']> {
  const known = typeof before === 'object' ? before : undefined;
  const how = await ask.select(
    'Certificates',
    { acme: 'From Let’s Encrypt, by Caddy', files: 'From files of mine' },
    known === undefined ? 'acme' : 'files',
  );
  if (how === 'acme') return 'acme';
  return {
    certificate: await ask.text('Certificate chain (PEM)', {
      initial: known?.certificate,
      placeholder: '/etc/ssl/mail/fullchain.pem',
      field: certificateFiles.shape.certificate,
    }),
    key: await ask.text('Its key (PEM)', {
      initial: known?.key,
      placeholder: '/etc/ssl/mail/privkey.pem',
      field: certificateFiles.shape.key,
    }),
  };
}

interface TextOptions {
  readonly initial?: string | undefined;
  readonly placeholder?: string;
  /** What a wrong value is refused by at once. */
  readonly field?: z.ZodType;
}

type Ask = ReturnType<typeof createAsk>;

function createAsk(prompts: Prompts) {
  const answered = <T>(value: T): Exclude<T, symbol> => {
    if (typeof value !== 'symbol') return value as Exclude<T, symbol>;
    throw new CommandRefused('Nothing was changed.');
  };
  return {
    text: async (message: string, { initial, placeholder, field }: TextOptions): Promise<string> =>
      answered(
        await prompts.text({
          message,
          ...(initial !== undefined && { initialValue: initial }),
          ...(placeholder !== undefined && { placeholder }),
          validate: (value) => {
            if (value === undefined || value.trim() === '') return 'required';
            return field?.safeParse(value).error?.issues[0]?.message;
          },
        }),
      ).trim(),
    password: async (message: string, known: string | undefined): Promise<string> =>
      answered(
        await prompts.password({
          message,
          validate: (value) => (known === undefined && !value ? 'required' : undefined),
        }),
      ) ||
      (known ?? ''),
    select: async <const Options extends Readonly<Record<string, string>>>(
      message: string,
      options: Options,
      initialValue: keyof Options & string,
    ): Promise<keyof Options & string> =>
      answered(
        await prompts.select<string>({
          message,
          options: Object.entries(options).map(([value, label]) => ({ value, label })),
          initialValue,
        }),
      ),
  };
}
