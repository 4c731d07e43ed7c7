import { filters as stock, type FilterImplOptions } from 'liquidjs';
import { WorkLimitError } from './work-budget';

type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/** Lists are sorted, mapped and joined up to this length; loops go further. */
const listEntriesMax = 5_000;
/** Patterns and property paths: searching costs text times pattern in the worst case. */
const argumentCharsMax = 200;

/** Filters whose arguments are text that is only copied, so that its length costs nothing more. */
const copyingFilters = ['append', 'prepend', 'default'] as const;

/**
 * Every filter there is. None makes a list longer, evaluates text as an expression, or marks its result as safe HTML:
 * all output is escaped, so the escaping filters would escape twice.
 */
const allowedFilters = [
  ...copyingFilters,
  ...[
    'abs',
    'at_least',
    'at_most',
    'ceil',
    'divided_by',
    'floor',
    'minus',
    'modulo',
    'plus',
    'round',
    'times',
  ],
  ...['capitalize', 'downcase', 'upcase', 'strip', 'lstrip', 'rstrip', 'strip_newlines'],
  ...['remove', 'replace', 'replace_first', 'truncate', 'truncatewords', 'url_encode'],
  ...[
    'compact',
    'first',
    'join',
    'last',
    'map',
    'reverse',
    'size',
    'slice',
    'sort',
    'sort_natural',
    'sum',
    'uniq',
  ],
  'date',
] as const;

export function guardedFilters(): [name: string, filter: FilterHandler][] {
  return allowedFilters.map((name) => [name, guarded(name, handlerOf(name))]);
}

function guarded(name: string, handler: FilterHandler): FilterHandler {
  const copies = copyingFilters.some((copying) => copying === name);
  return function (value: unknown, ...args: unknown[]): unknown {
    // Between two outputs any number of filters may stand.
    this.context.renderLimit.check(0);
    if (Array.isArray(value) && value.length > listEntriesMax) {
      throw new WorkLimitError(
        `filters a list of more than ${listEntriesMax.toLocaleString('en-US')} entries`,
      );
    }
    if (
      !copies &&
      args.some((argument) => typeof argument === 'string' && argument.length > argumentCharsMax)
    ) {
      throw new WorkLimitError(
        `passes ${name} a string of more than ${argumentCharsMax.toLocaleString('en-US')} characters`,
      );
    }
    return handler.call(this, value, ...args);
  };
}

function handlerOf(name: string): FilterHandler {
  const filter = stock[name];
  if (typeof filter !== 'function') throw new Error(`liquidjs has no plain filter ${name}`);
  return filter;
}
