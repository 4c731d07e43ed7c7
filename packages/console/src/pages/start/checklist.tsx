import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect } from 'react';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { rememberSetUp } from '../../shell/set-up';
import { start as words } from '../../texts/start';
import { useDomains } from '../../ui/domain-select';
import { Panel } from '../../ui/panel';
import classes from './start.module.css';

/** What a live organization needs. Each line knows by itself whether it is done. */
export function Checklist({ hasSent }: { readonly hasSent: boolean }) {
  const { organization } = useScope();
  const domains = useDomains();
  const tests = useRead('/emails', { query: { mode: 'test', limit: 1 } }, { mode: 'test' });
  const keys = useRead('/keys', { query: { mode: 'live', usable: 'true', limit: 1 } });
  const webhooks = useRead('/webhooks', { query: { limit: 1 } });
  const steps = [
    { label: words.steps.test, to: '/start', isDone: hasSent || (tests.data?.data.length ?? 0) > 0 },
    { label: words.steps.domain, to: '/domains', isDone: domains.length > 0 },
    {
      label: words.steps.records,
      to: domains[0] === undefined ? '/domains' : `/domains/${domains[0].id}`,
      isDone: domains.some(({ status }) => status === 'verified'),
    },
    {
      label: words.steps.key,
      to: '/api-keys',
      isDone: (keys.data?.data.length ?? 0) > 0,
    },
    { label: words.steps.webhook, to: '/webhooks', isDone: (webhooks.data?.data.length ?? 0) > 0 },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = done === steps.length;
  useEffect(() => {
    if (isComplete) rememberSetUp(organization.organization_id);
  }, [isComplete, organization.organization_id]);
  return (
    <Panel
      title={words.checklist}
      bare
      actions={
        <Text size="xs" c="dimmed">
          {words.progress(done, steps.length)}
        </Text>
      }
    >
      <ul className={classes.steps}>
        {steps.map(({ label, to, isDone }) => (
          <li key={label} data-done={isDone || undefined}>
            {isDone ? (
              <CircleCheck size={16} aria-label={words.done} />
            ) : (
              <CircleDashed size={16} aria-label={words.notDone} />
            )}
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
