import { Group, Text } from '@mantine/core';
import type { DeliverabilityFinding } from '../../api/types';
import { deliverability as words } from '../../texts/deliverability';
import { providerName } from '../../texts/mailbox-providers';
import { StatusBadge, type Tone } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import classes from './deliverability.module.css';

const tones: Readonly<Record<DeliverabilityFinding['severity'], Tone>> = {
  error: 'bad',
  warning: 'warn',
  info: 'plain',
};

export function FindingList({ findings }: { readonly findings: readonly DeliverabilityFinding[] }) {
  return (
    <Panel title={words.findings} bare={findings.length > 0}>
      {findings.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noFindings}
        </Text>
      ) : (
        <ul className={classes.items} aria-label={words.findings}>
          {findings.map((finding) => (
            <FindingItem
              key={`${finding.code} ${finding.subject} ${finding.evidence.join(' ')}`}
              finding={finding}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function FindingItem({
  finding: { code, severity, subject, since, evidence, advice },
}: {
  readonly finding: DeliverabilityFinding;
}) {
  return (
    <li>
      <Group gap="xs">
        <StatusBadge status={severity} tone={tones[severity]} />
        <Text span size="sm" fw={600}>
          {words.codes[code]}
        </Text>
        <Text span size="sm" className={classes.subject}>
          {providerName(subject)}
        </Text>
        {since !== null && (
          <Text span size="xs" c="dimmed">
            {words.since} <Time at={since} />
          </Text>
        )}
      </Group>
      {evidence.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {withLinks(advice)}
      </Text>
    </li>
  );
}

/** Advice is ours; what a server said is not, and stays text. */
function withLinks(advice: string) {
  return advice.split(/(https:\/\/\S+)/).map((part, index) =>
    part.startsWith('https://') ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
