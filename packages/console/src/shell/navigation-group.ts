import type { LucideIcon } from 'lucide-react';
import type { SessionOrganization } from '../api/types';

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether pages below its path are other entries. */
  readonly isExact?: true;
  /** Other paths whose pages belong to it. */
  readonly covers?: readonly string[];
  /** Absent: always. */
  readonly isShown?: (organization: SessionOrganization) => boolean;
}

export interface NavigationGroup {
  /** Null: its entries have no title above them and are always shown. */
  readonly title: string | null;
  readonly entries: readonly NavigationEntry[];
}

/** Whether the page at a path belongs to the entry. */
export function isCurrentEntry({ path, isExact, covers = [] }: NavigationEntry, at: string): boolean {
  const isBelow = (parent: string) => at === parent || at.startsWith(`${parent}/`);
  return (isExact === true ? at === path : isBelow(path)) || covers.some(isBelow);
}
