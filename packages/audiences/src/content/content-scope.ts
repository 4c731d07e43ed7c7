import type { PropertyValue } from '@postrider/contracts/contacts';
import type { TemplateVariable } from '@postrider/contracts/templates';

/** A contact as content sees it. */
export interface ContentContact {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly properties: Readonly<Record<string, PropertyValue | null>>;
}

export interface RecipientLinks {
  readonly unsubscribe_url: string;
  readonly preferences_url: string;
  readonly view_url: string;
}

/** Variables of a mail besides the contact's. */
export interface ContentData {
  /** Null: it is rendered without a recipient, so that variables have their fallbacks. */
  readonly contact: ContentContact | null;
  /** Null: likewise. */
  readonly links: RecipientLinks | null;
  /** What began the run of an automation; broadcasts have none. */
  readonly event?: { readonly name: string; readonly properties: Readonly<Record<string, unknown>> };
}

const optional = (key: string, type: TemplateVariable['type']): TemplateVariable => ({
  key,
  type,
  required: false,
});

/** What every content may read, undeclared. */
const ofContacts = [
  ...['contact.email', 'contact.first_name', 'contact.last_name'].map((key) => optional(key, 'string')),
  optional('contact.properties', 'object'),
  ...['unsubscribe_url', 'preferences_url', 'view_url'].map((key) => optional(key, 'string')),
];
const ofEvents = [optional('event.name', 'string'), optional('event.properties', 'object')];

/** What the scope gives by itself, but for what a template declares in another way. */
export function scopeVariables(
  declared: readonly TemplateVariable[],
  { hasEvent }: { readonly hasEvent: boolean },
): TemplateVariable[] {
  const given = hasEvent ? [...ofContacts, ...ofEvents] : ofContacts;
  return given.filter(({ key }) => !declared.some((variable) => areNested(variable.key, key)));
}

/** One is the other, or a part of it: a tree of variables has no place for both. */
function areNested(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/**
 * A value for each variable that has one: by its name in the scope, else the contact's property of that key. A number or a
 * boolean stands where a text is declared, since properties that came from a file are what they look like.
 */
export function fillScope(
  variables: readonly TemplateVariable[],
  { contact, links, event }: ContentData,
): Record<string, unknown> {
  const scope: Readonly<Record<string, unknown>> = {
    ...(contact && scopeOfContact(contact)),
    ...links,
    ...(event && { event: { name: event.name, properties: event.properties } }),
  };
  const data: Record<string, unknown> = {};
  for (const { key, type } of variables) {
    const value = valueAt(scope, key) ?? ownValue(scope, key);
    if (value === undefined || value === null) continue;
    data[key] = type === 'string' && isPlain(value) ? String(value) : value;
  }
  return data;
}

function scopeOfContact({ email, firstName, lastName, properties: given }: ContentContact) {
  const properties = withoutPrototypes(given);
  const names = { email, first_name: firstName, last_name: lastName };
  return { ...properties, ...names, contact: { ...names, properties } };
}

/** Variables that data for everybody does not say: a contact's property of the same name does not change what was written. */
export function unsaid(
  variables: readonly TemplateVariable[],
  data: Readonly<Record<string, unknown>>,
): readonly TemplateVariable[] {
  if (Object.keys(data).length === 0) return variables;
  return variables.filter(({ key }) => (valueAt(data, key) ?? ownValue(data, key)) === undefined);
}

/** By these, code would reach a prototype: rendering refuses data that has them, and one property is not to cost a mail. */
const pollutingNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function withoutPrototypes(properties: ContentContact['properties']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !pollutingNames.has(key)));
}

function isPlain(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** `contact.properties.city`, step by step. */
function valueAt(scope: Readonly<Record<string, unknown>>, key: string): unknown {
  let value: unknown = scope;
  for (const name of key.split('.')) value = isObject(value) ? ownValue(value, name) : undefined;
  return value;
}

function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
