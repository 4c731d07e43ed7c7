import type { TemplateVariable } from '../../api/types';
import { isObject } from './known-shape';

type Values = Readonly<Record<string, unknown>>;

/** What the API fills in for each contact. */
const ofContacts = [
  ...['email', 'first_name', 'last_name'],
  ...['unsubscribe_url', 'preferences_url', 'view_url'],
];

export function isOfContact({ key }: TemplateVariable): boolean {
  return ofContacts.includes(key) || key === 'contact' || key.startsWith('contact.');
}

/** Of a variable, whose value the data has by its key, or nested: `order.number`, or `order` with a `number`. */
export function valueOf(data: unknown, key: string): unknown {
  const nested = key.split('.').reduce<unknown>((value, name) => memberOf(value, name), data);
  return nested ?? memberOf(data, key);
}

/** With that value; undefined: without one. */
export function withValue(data: Values, key: string, value: unknown): Values {
  const { [key]: _before, ...rest } = withoutNested(data, key.split('.'));
  return value === undefined ? rest : { ...rest, [key]: value };
}

function withoutNested(data: Values, [name = '', ...path]: readonly string[]): Values {
  const { [name]: member, ...rest } = data;
  if (path.length === 0) return rest;
  if (!isObject(member)) return data;
  const shortened = withoutNested(member, path);
  return Object.keys(shortened).length === 0 ? rest : { ...rest, [name]: shortened };
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** `issue.title` becomes `Issue title`. */
export function labelOf(key: string): string {
  const named = key.replace(/[._]+/g, ' ').trim();
  return named.charAt(0).toUpperCase() + named.slice(1);
}
