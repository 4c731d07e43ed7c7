import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { PlatformHealth } from '../../api/types';
import { health as words } from '../../texts/operator';
import { StatusBadge, type Tone } from '../../ui/badge';
import { ClockTime } from '../../ui/time';

type Check = PlatformHealth['checks'][number];

const tones: Readonly<Record<Check['state'], Tone>> = {
  failed: 'bad',
  warning: 'warn',
  pending: 'warn',
  unknown: 'plain',
  ok: 'good',
};
const order = Object.keys(tones);

/** What holds on a healthy platform, with its state; what does not hold comes first. */
export function HealthChecks({ checks }: { readonly checks: readonly Check[] }) {
  const sorted = checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <Stack gap="sm" role="list">
      {sorted.map((check) => (
        <HealthCheck key={check.check} check={check} />
      ))}
    </Stack>
  );
}

function HealthCheck({ check: { title, state, detail, since, runbook } }: { readonly check: Check }) {
  return (
    <Group role="listitem" gap="sm" align="flex-start" wrap="nowrap">
      <div style={{ minWidth: '5.5rem' }}>
        <StatusBadge status={state} tone={tones[state]} />
      </div>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {detail !== '' && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {detail}
          </Text>
        )}
        {state !== 'ok' && (
          <Text size="xs" c="dimmed">
            {since !== null && (
              <>
                {words.since} <ClockTime at={since} />{' '}
              </>
            )}
            {runbook !== null && (
              <Anchor href={runbook} target="_blank" size="xs">
                {words.runbook}
              </Anchor>
            )}
          </Text>
        )}
      </div>
    </Group>
  );
}
