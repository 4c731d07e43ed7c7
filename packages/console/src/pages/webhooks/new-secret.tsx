import { Text } from '@mantine/core';
import { webhookTexts as words } from '../../texts/webhooks';
import { SecretOnce } from '../../ui/secret-once';
import { exactTime } from '../../ui/time';
import { VerifierSnippets } from './verifier-panel';

export interface ShownSecret {
  /** Of the endpoint. */
  readonly id: string;
  readonly signing_secret: string;
  readonly previous_secret_until?: string;
}

/** The only time that the signing secret is shown, with programs that use it. */
export function NewSecret({
  shown,
  close,
}: {
  readonly shown: ShownSecret | null;
  readonly close: () => void;
}) {
  return (
    <SecretOnce
      title={words.secretTitle}
      text={words.secretText}
      label={words.secret}
      secret={shown?.signing_secret ?? null}
      close={close}
      done={words.secretDone}
    >
      {shown?.previous_secret_until !== undefined && (
        <Text size="sm">{words.previousUntil(exactTime(shown.previous_secret_until))}</Text>
      )}
      <VerifierSnippets />
    </SecretOnce>
  );
}
