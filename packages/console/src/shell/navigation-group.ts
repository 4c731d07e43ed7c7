import type { LucideIcon } from 'lucide-react';
import type { SessionOrganization } from '../api/types';

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether pages below its path are other entries. */
  readonly isExact?: true;
  /** Absent: always. */
  readonly isShown?: (organization: SessionOrganization) => boolean;
}

export interface NavigationGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}
