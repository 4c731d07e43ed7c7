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
  const isComplete = steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isComplete) rememberSetUp(organization.organization_id);
  }, [isComplete, organization.organization_id]);
  return <StepList title={words.checklist} steps={steps} />;
}

/** From contacts to a broadcast, without a program. */
export function NewsletterChecklist() {
  const contacts = useRead('/contacts', { query: { limit: 1 } });
  const { data: brand } = useRead('/organization');
  const forms = useRead('/signup-forms', { query: { limit: 1 } });
  const sent = useRead('/broadcasts', { query: { status: 'sent', limit: 1 } });
  const { contacts: contactsStep, branding, form, broadcast } = words.newsletterSteps;
  const steps = [
    { label: contactsStep, to: '/contacts/import', isDone: (contacts.data?.data.length ?? 0) > 0 },
    { label: branding, to: '/settings/branding', isDone: Boolean(brand?.logo_url ?? brand?.brand_color) },
    { label: form, to: '/signup-forms', isDone: (forms.data?.data.length ?? 0) > 0 },
    { label: broadcast, to: '/broadcasts/new', isDone: (sent.data?.data.length ?? 0) > 0 },
  ];
  return <StepList title={words.newsletter} steps={steps} />;
}

interface Step {
  readonly label: string;
  readonly to: string;
  readonly isDone: boolean;
}

function StepList({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={title}
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
