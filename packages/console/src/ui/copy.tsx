import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { texts } from '../texts/texts';
import classes from './ui.module.css';

export function CopyIcon({
  value,
  label = texts.common.copy,
}: {
  readonly value: string;
  readonly label?: string;
}) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.common.copied : label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={copied ? texts.common.copied : label}
            onClick={copy}
          >
            {copied ? <Check size={14} /> : <Copy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** An id, a name or an address that people copy. */
export function CopyValue({ value, label }: { readonly value: string; readonly label?: string }) {
  return (
    <span className={classes.id}>
      <span className="mono" title={value}>
        {value}
      </span>
      <CopyIcon value={value} label={label} />
    </span>
  );
}

export function CodeBlock({
  code,
  wrap = false,
  label,
}: {
  readonly code: string;
  readonly wrap?: boolean;
  readonly label?: string;
}) {
  return (
    <div className={classes.code}>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre
        tabIndex={0}
        aria-label={label}
        role={label === undefined ? undefined : 'region'}
        data-wrap={wrap || undefined}
      >
        {code}
      </pre>
      <span className={classes.copy}>
        <CopyIcon value={code} />
      </span>
    </div>
  );
}
