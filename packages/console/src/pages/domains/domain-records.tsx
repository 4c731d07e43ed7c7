import { Text } from '@mantine/core';
import type { DomainRecord } from '../../api/types';
import { records as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { CopyIcon } from '../../ui/copy';
import { Panel } from '../../ui/panel';
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
          {[...(type === purpose ? [] : [type]), ...(required ? [] : [words.optional])].join(' · ')}
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
  const { observed, status } = record;
  return (
    <div className={classes.value}>
      <dt>{words.observed}</dt>
      <dd>
        {observed.length === 0 ? (
          <span className={classes.nothing}>{status === 'pending' ? words.notChecked : words.nothing}</span>
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

interface Part {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** The observed value in parts: what begins and ends as expected, and what lies between and differs. */
function differenceOf(expected: string, observed: string): readonly Part[] {
  const shorter = Math.min(expected.length, observed.length);
  let begin = 0;
  while (begin < shorter && expected[begin] === observed[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && expected.at(-1 - end) === observed.at(-1 - end)) end += 1;
  return [
    { text: observed.slice(0, begin), isDifferent: false },
    { text: observed.slice(begin, observed.length - end), isDifferent: true },
    { text: observed.slice(observed.length - end), isDifferent: false },
  ].filter(({ text }) => text !== '');
}

/** A character-string of a TXT record has at most this many bytes (RFC 1035, 3.3.14). */
const stringMax = 255;

/** The record as a line of a zone file. */
function zoneLine({ name, ttl, type, value, priority }: DomainRecord): string {
  return `${name}. ${ttl} IN ${type} ${rdataOf(type, value, priority)}`;
}

function rdataOf(type: DomainRecord['type'], value: string, priority: number | undefined): string {
  if (type === 'TXT') {
    const parts = value.match(new RegExp(`.{1,${stringMax}}`, 'gs')) ?? [''];
    return parts.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
  }
  const host = value.endsWith('.') ? value : `${value}.`;
  return type === 'MX' ? `${priority ?? 10} ${host}` : host;
}
