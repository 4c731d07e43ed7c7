import { Text } from '@mantine/core';
import type { DomainRecord } from '../../api/types';
import { records as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CopyIcon } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { differenceOf } from './difference';
import { zoneLine } from './zone-file';
import classes from './domains.module.css';

/** Records as they should be, beside what the DNS answers. */
export function DomainRecords({ records }: { readonly records: readonly DomainRecord[] }) {
  const zone = records.map(zoneLine).join('\n');
  return (
    <Panel
      title={words.title}
      bare
      actions={
        <Text size="xs" c="dimmed" className={classes.zone}>
          {words.zoneFile} <CopyIcon value={zone} label={words.copyZone} />
        </Text>
      }
    >
      {records.map((record) => (
        <Record key={`${record.record} ${record.name} ${record.value}`} record={record} />
      ))}
    </Panel>
  );
}

function Record({ record }: { readonly record: DomainRecord }) {
  const { record: purpose, type, name, status, required, error, hint } = record;
  return (
    <article className={classes.record} aria-label={`${purpose} ${name}`}>
      <header className={classes.recordHead}>
        <span className={classes.purpose}>{purpose}</span>
        <Text span size="xs" c="dimmed">
          {type}
          {required ? '' : ` · ${words.optional}`}
        </Text>
        <span className={classes.recordStatus}>
          <StatusBadge status={status} />
        </span>
      </header>
      <dl className={classes.values}>
        <Value label={words.name} value={name} />
        <Value label={words.value} value={valueOf(record)} />
        {status !== 'verified' && <Observed record={record} />}
      </dl>
      {(error ?? hint) !== undefined && (
        <p className={classes.mistake}>
          {error} {hint}
        </p>
      )}
    </article>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={classes.value}>
      <dt>{label}</dt>
      <dd>
        <span className="mono">{value}</span>
        <CopyIcon value={value} label={`${texts.common.copy} ${label.toLowerCase()}`} />
      </dd>
    </div>
  );
}

function Observed({ record }: { readonly record: DomainRecord }) {
  const { observed } = record;
  return (
    <div className={classes.value}>
      <dt>{words.observed}</dt>
      <dd>
        {observed.length === 0 ? (
          <span className={classes.nothing}>{words.nothing}</span>
        ) : (
          <span className="mono">
            {observed.map((value) => (
              <span key={value} className={classes.observed}>
                {differenceOf(record.value, value).map(({ text, isDifferent }, index) =>
                  isDifferent ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
                )}
              </span>
            ))}
          </span>
        )}
      </dd>
    </div>
  );
}

function valueOf({ priority, value }: DomainRecord): string {
  return priority === undefined ? value : `${priority} ${value}`;
}
