import type { AuditEntry } from '../../api/types';
import { auditLog as words } from '../../texts/audit-log';
import { auditSentences, type AuditChange } from '../../texts/audit-sentences';

/** An entry as a sentence, for example “Ada changed the name of the topic News”. */
export function auditSentence(entry: AuditEntry): string {
  const { action, actor } = entry;
  const sentences: Readonly<Record<string, (change: AuditChange) => string>> = auditSentences;
  const change = { name: objectName(entry), fields: changedFields(entry) };
  // Rows of older releases may hold others.
  const did = sentences[action]?.(change) ?? words.unknownAction(action, change.name);
  return `${actor.name ?? words.unnamed[actor.type]} ${did}`;
}

/** What people call the object: its present name, else the one that the entry has. */
export function objectName({ target, before, after }: AuditEntry): string | null {
  const known = [target.name, ...[after, before].flatMap((state) => namesIn(state))];
  const name = known.find((each) => typeof each === 'string' && each !== '');
  if (typeof name === 'string') return name;
  return target.id !== null && isNamed.has(target.type) ? target.id : null;
}

/** Their ids are names. */
const isNamed: ReadonlySet<string> = new Set(['queue', 'site', 'source', 'transport']);

function namesIn(state: AuditEntry['after']): readonly unknown[] {
  return ['name', 'email', 'url', 'slug'].map((field) => state?.[field]);
}

export function changedFields({ before, after }: AuditEntry): readonly string[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
}
