import { CommandFailure } from '../command-line/failures';
import { readStdin } from '../command-line/read-file';
import type { Session } from '../session/session';

interface AskedAccess {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** Asks at a terminal for what is not known. Elsewhere the key comes from standard input or from POSTRIDER_API_KEY. */
export async function askForAccess({
  baseUrl,
  fromStdin,
  session,
}: {
  readonly baseUrl: string | undefined;
  readonly fromStdin: boolean;
  readonly session: Session;
}): Promise<AskedAccess> {
  const canAsk = process.stdin.isTTY && process.stderr.isTTY && !session.output.isJson;
  const url = baseUrl ?? (canAsk ? await askUrl() : undefined);
  if (!url)
    throw new CommandFailure('usage', 'Pass the address of your Postrider: --url https://mail.example.com');
  const given = fromStdin ? (await readStdin()).trim() : session.settings.apiKey;
  const apiKey = given || (canAsk ? await askKey() : undefined);
  if (!apiKey) {
    throw new CommandFailure(
      'usage',
      'Pass the key on standard input with --key-stdin, or in POSTRIDER_API_KEY.',
    );
  }
  if (!/^pr_(live|test)_\S+$/.test(apiKey)) {
    throw new CommandFailure(
      'key',
      'This is no API key: they begin with pr_test_ or pr_live_.',
      'invalid_key',
    );
  }
  return { apiKey, baseUrl: url };
}

async function askUrl(): Promise<string> {
  const { text, isCancel } = await import('@clack/prompts');
  const url = await text({
    message: 'Address of your Postrider',
    placeholder: 'https://mail.example.com',
    validate: (value) =>
      /^https?:\/\//.test(value ?? '') && URL.canParse(value ?? '') ? undefined : 'It must be a URL.',
  });
  if (isCancel(url)) throw new CommandFailure('usage', 'Canceled.', 'canceled');
  return url;
}

async function askKey(): Promise<string> {
  const { password, isCancel } = await import('@clack/prompts');
  const key = await password({ message: 'API key (pr_test_… or pr_live_…)' });
  if (isCancel(key)) throw new CommandFailure('usage', 'Canceled.', 'canceled');
  return key.trim();
}
