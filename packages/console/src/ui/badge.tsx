import classes from './ui.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'active' | 'plain';

const tones: Readonly<Record<string, Tone>> = {
  ...{
    delivered: 'good',
    verified: 'good',
    active: 'good',
    enabled: 'good',
    published: 'good',
    finished: 'good',
    SUBSCRIBED: 'good',
  },
  ...{
    queued: 'active',
    sending: 'active',
    sent: 'active',
    scheduled: 'active',
    testing: 'active',
    opened: 'active',
  },
  ...{ clicked: 'active', pending: 'warn', delivery_delayed: 'warn', unconfirmed: 'warn', paused: 'warn' },
  ...{
    draft: 'plain',
    canceled: 'plain',
    suppressed: 'warn',
    expired: 'plain',
    rotated: 'plain',
    revoked: 'plain',
  },
  ...{ bounced: 'bad', complained: 'bad', failed: 'bad', rejected: 'bad', missing: 'bad', mismatch: 'bad' },
  ...{ disabled: 'bad', exhausted: 'bad', BOUNCED: 'bad', COMPLAINED: 'bad' },
};

/** A status in words, with a colour for whether it is good. */
export function StatusBadge({
  status,
  tone = tones[status] ?? 'plain',
}: {
  readonly status: string;
  readonly tone?: Tone;
}) {
  const words = status === 'ok' ? 'OK' : status.toLowerCase().replaceAll('_', ' ');
  return (
    <span className={classes.badge} data-tone={tone}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}
