import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { generate } from 'lean-qr';
import { useEffect, useRef, useState } from 'react';
import { settle, unwrap } from '../../api/client';
import type { Profile } from '../../api/types';
import { personalApi } from '../../session/session';
import { profile as words } from '../../texts/profile';
import { signIn as signInWords } from '../../texts/sign-in';
import { ConfirmButton } from '../../ui/confirm-button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

type Setup = { readonly secret: string; readonly uri: string };

/** Authenticator app and recovery codes. */
export function TotpSettings({ profile }: { readonly profile: Profile }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useChange({
    run: () => unwrap(personalApi.POST('/profile/totp')),
    done: setSetup,
  });
  const renew = useChange({
    run: () => unwrap(personalApi.POST('/profile/recovery-codes')),
    done: (made) => setCodes(made.codes),
  });
  const { totp_enabled_at: enabledAt, recovery_codes_left: left } = profile;
  return (
    <Panel title={words.totp}>
      {enabledAt === null ? (
        <Group justify="space-between">
          <Text size="sm">{words.totpOff}</Text>
          <Button loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
            {words.totpBegin}
          </Button>
        </Group>
      ) : (
        <Group justify="space-between">
          <Text size="sm">
            {words.totpOn} <Time at={enabledAt} />. {words.codesLeft(left)}
          </Text>
          <Group gap="xs">
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
              {words.newCodes}
            </Button>
            <ConfirmButton
              title={words.totpRemoveTitle}
              text={words.totpRemoveText}
              action={words.remove}
              run={() => settle(personalApi.DELETE('/profile/totp'))}
              message={words.totpRemoved}
            />
          </Group>
        </Group>
      )}
      <Dialog opened={setup !== null} onClose={() => setSetup(null)} title={words.totpBegin}>
        {setup !== null && (
          <ConfirmTotp
            setup={setup}
            confirmed={(made) => {
              setSetup(null);
              setCodes(made);
            }}
          />
        )}
      </Dialog>
      <Dialog
        opened={codes !== null}
        onClose={() => setCodes(null)}
        title={words.codesTitle}
        closeOnClickOutside={false}
      >
        <Stack gap="sm">
          <Text size="sm">{words.codesText}</Text>
          <CodeBlock code={codes?.join('\n') ?? ''} label={words.codesTitle} />
          <Button onClick={() => setCodes(null)}>{words.codesDone}</Button>
        </Stack>
      </Dialog>
    </Panel>
  );
}

function ConfirmTotp({
  setup,
  confirmed,
}: {
  readonly setup: Setup;
  readonly confirmed: (codes: readonly string[]) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    if (canvas.current !== null) generate(setup.uri).toCanvas(canvas.current);
  }, [setup.uri]);
  const confirm = useChange({
    run: () => unwrap(personalApi.POST('/profile/totp/confirm', { body: { code } })),
    done: ({ codes }) => confirmed(codes),
    showsError: true,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{words.totpScan}</Text>
        <canvas
          ref={canvas}
          aria-label={words.qr}
          role="img"
          style={{
            width: 192,
            height: 192,
            margin: '0 auto',
            imageRendering: 'pixelated',
            background: '#fff',
            padding: 8,
            borderRadius: 8,
          }}
        />
        <CodeBlock code={setup.secret} wrap label={words.secret} />
        <TextInput
          label={signInWords.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Stack>
      <DialogFoot error={confirm.error}>
        <Button type="submit" loading={confirm.isPending}>
          {words.totpConfirm}
        </Button>
      </DialogFoot>
    </form>
  );
}
