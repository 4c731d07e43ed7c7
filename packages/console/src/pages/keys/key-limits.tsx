import { Checkbox, NumberInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ApiKey } from '../../api/types';
import { useScope } from '../../session/scope';
import { keys as words } from '../../texts/keys';
import classes from './keys.module.css';

/** What is typed: lists have an entry a line. */
export interface LimitValues {
  readonly allowedIps: string;
  readonly allowedRecipients: string;
  readonly templatesOnly: boolean;
  /** Empty: none. */
  readonly dailyLimit: number | string;
}

export const noLimitValues: LimitValues = {
  ...{ allowedIps: '', allowedRecipients: '', templatesOnly: false, dailyLimit: '' },
};

/** Closed at first: most keys have none of these. */
export function KeyLimitFields<Values extends LimitValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  const { mode } = useScope();
  return (
    <details>
      <summary className={classes.summary}>{words.limits}</summary>
      <Textarea
        label={words.allowedIps}
        description={words.allowedIpsText}
        placeholder={'203.0.113.7\n2001:db8::/32'}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('allowedIps')}
      />
      <Textarea
        mt="sm"
        label={words.allowedRecipients}
        description={words.allowedRecipientsText}
        placeholder="example.com"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('allowedRecipients')}
      />
      <Checkbox
        mt="sm"
        label={words.templatesOnly}
        {...form.getInputProps('templatesOnly', { type: 'checkbox' })}
      />
      {mode === 'live' && (
        <NumberInput
          mt="sm"
          label={words.dailyLimit}
          description={words.dailyLimitText}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('dailyLimit')}
        />
      )}
    </details>
  );
}

export function requestedLimits({ allowedIps, allowedRecipients, templatesOnly, dailyLimit }: LimitValues) {
  const [ips, recipients] = [entriesOf(allowedIps), entriesOf(allowedRecipients)];
  return {
    ...(ips.length > 0 && { allowed_ips: ips }),
    ...(recipients.length > 0 && { allowed_recipients: recipients }),
    ...(templatesOnly && { templates_only: true }),
    ...(dailyLimit !== '' && { daily_limit: Number(dailyLimit) }),
  };
}

function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** In one line; undefined: none. */
export function describeLimits({
  allowed_ips: ips,
  allowed_recipients: recipients,
  templates_only: templatesOnly,
  daily_limit: dailyLimit,
}: ApiKey): string | undefined {
  const limits = [
    ...(ips.length > 0 ? [words.fromAddresses(ips)] : []),
    ...(recipients.length > 0 ? [words.toRecipients(recipients)] : []),
    ...(templatesOnly ? [words.templatesOnly] : []),
    ...(dailyLimit === null ? [] : [words.perDay(dailyLimit)]),
  ];
  return limits.length === 0 ? undefined : limits.join(' · ');
}
