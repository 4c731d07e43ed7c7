import {
  Ban,
  Braces,
  Building2,
  ChartLine,
  CircleGauge,
  Contact,
  FileText,
  Filter,
  FormInput,
  Globe,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Mail,
  MailCheck,
  Megaphone,
  Rocket,
  ScrollText,
  Settings,
  Tags,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';
import { use } from 'react';
import type { SessionOrganization } from '../api/types';
import { texts } from '../texts/texts';
import type { NavigationGroup } from './navigation-group';

const { pages, groups } = texts.navigation;

const sending: NavigationGroup = {
  title: groups.sending,
  entries: [
    { path: '/start', label: pages.start, icon: Rocket },
    { path: '/overview', label: pages.overview, icon: LayoutDashboard },
    { path: '/emails', label: pages.emails, icon: Mail },
    { path: '/inbound', label: pages.inbound, icon: Inbox },
    { path: '/metrics', label: pages.metrics, icon: ChartLine },
    { path: '/deliverability', label: pages.deliverability, icon: MailCheck },
    { path: '/suppressions', label: pages.suppressions, icon: Ban },
  ],
};
const developers: NavigationGroup = {
  title: groups.developers,
  entries: [
    { path: '/domains', label: pages.domains, icon: Globe },
    { path: '/api-keys', label: pages.keys, icon: KeyRound },
    { path: '/webhooks', label: pages.webhooks, icon: Webhook },
    { path: '/api-logs', label: pages.apiLogs, icon: Braces },
  ],
};
const audience: NavigationGroup = {
  title: groups.audience,
  entries: [
    { path: '/broadcasts', label: pages.broadcasts, icon: Megaphone },
    { path: '/automations', label: pages.automations, icon: Workflow },
    { path: '/templates', label: pages.templates, icon: FileText },
    { path: '/contacts', label: pages.contacts, icon: Contact },
    { path: '/segments', label: pages.segments, icon: Filter },
    { path: '/topics', label: pages.topics, icon: Tags },
    { path: '/signup-forms', label: pages.signupForms, icon: FormInput },
  ],
};
const organization: NavigationGroup = {
  title: groups.organization,
  entries: [
    { path: '/members', label: pages.members, icon: Users },
    { path: '/clients', label: pages.clients, icon: Building2, isShown: hasClients },
    { path: '/audit-log', label: pages.auditLog, icon: ScrollText },
    { path: '/usage', label: pages.usage, icon: CircleGauge },
    { path: '/settings', label: pages.settings, icon: Settings },
  ],
};
/** Admins of internal organizations manage the clients of theirs. */
function hasClients({ kind, role }: SessionOrganization): boolean {
  return kind === 'internal' && (role === 'owner' || role === 'admin');
}

/** Of operators, with or without an organization: loaded for them alone. Waits in the Suspense around. */
export function usePlatformNavigation(isOperator: boolean): readonly NavigationGroup[] {
  if (!isOperator) return [];
  platformNavigation ??= import('./platform-navigation').then((loaded) => [loaded.platformNavigation]);
  return use(platformNavigation);
}

let platformNavigation: Promise<readonly NavigationGroup[]> | undefined;

export function useNavigationOf({
  isOperator,
  organization: shown,
}: {
  readonly isOperator: boolean;
  readonly organization: SessionOrganization;
}): readonly NavigationGroup[] {
  const groups = [sending, developers, audience, organization, ...usePlatformNavigation(isOperator)];
  return groups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ isShown }) => isShown?.(shown) ?? true),
  }));
}
