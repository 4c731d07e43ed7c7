import {
  Ban,
  Braces,
  Building2,
  ChartLine,
  CircleGauge,
  Contact,
  FileText,
  Filter,
  FlaskConical,
  FormInput,
  Globe,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Mail,
  MailCheck,
  Megaphone,
  Palette,
  Rocket,
  ScrollText,
  ServerCog,
  Settings,
  Tags,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';
import { use } from 'react';
import type { SessionOrganization } from '../api/types';
import { texts } from '../texts/texts';
import type { NavigationEntry, NavigationGroup } from './navigation-group';
import { isBeingSetUp } from './set-up';

const { pages, groups } = texts.navigation;

const home: NavigationGroup = {
  title: null,
  entries: [
    { path: '/overview', label: pages.overview, icon: LayoutDashboard },
    { path: '/start', label: pages.start, icon: Rocket, isShown: isBeingSetUp },
  ],
};
const email: NavigationGroup = {
  title: groups.email,
  entries: [
    { path: '/emails', label: pages.emails, icon: Mail },
    { path: '/inbox', label: pages.inbox, icon: FlaskConical, isShown: ({ rights }) => rights.content },
    { path: '/inbound', label: pages.inbound, icon: Inbox },
    { path: '/suppressions', label: pages.suppressions, icon: Ban },
    { path: '/metrics', label: pages.metrics, icon: ChartLine },
    { path: '/deliverability', label: pages.deliverability, icon: MailCheck },
  ],
};
const marketing: NavigationGroup = {
  title: groups.marketing,
  entries: [
    { path: '/broadcasts', label: pages.broadcasts, icon: Megaphone },
    { path: '/automations', label: pages.automations, icon: Workflow },
    { path: '/templates', label: pages.templates, icon: FileText },
    { path: '/signup-forms', label: pages.signupForms, icon: FormInput },
  ],
};
const audience: NavigationGroup = {
  title: groups.audience,
  entries: [
    { path: '/contacts', label: pages.contacts, icon: Contact },
    { path: '/segments', label: pages.segments, icon: Filter },
    { path: '/topics', label: pages.topics, icon: Tags },
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
/** Tabs of one page. */
const settingsEntries: readonly NavigationEntry[] = [
  { path: '/settings', label: pages.organization, icon: Settings, isExact: true },
  { path: '/settings/branding', label: pages.branding, icon: Palette },
  { path: '/members', label: pages.members, icon: Users },
  { path: '/clients', label: pages.clients, icon: Building2, isShown: hasClients },
  { path: '/usage', label: pages.usage, icon: CircleGauge },
  { path: '/audit-log', label: pages.auditLog, icon: ScrollText },
];
const settings: NavigationGroup = {
  title: null,
  entries: [
    {
      ...{ path: '/settings', label: pages.settings, icon: Settings },
      covers: settingsEntries.map(({ path }) => path),
    },
  ],
};
/** The way to the pages of operators, which have a navigation of their own. */
const platform: NavigationGroup = {
  title: null,
  entries: [{ path: '/operator', label: pages.platform, icon: ServerCog }],
};

/** Admins of internal organizations manage the clients of theirs. */
function hasClients({ kind, role }: SessionOrganization): boolean {
  return kind === 'internal' && (role === 'owner' || role === 'admin');
}

/** What is loaded for operators alone. Waits in the Suspense around. */
export function usePlatformNavigation(isOperator: boolean): readonly NavigationGroup[] {
  if (!isOperator) return [];
  platformNavigation ??= import('./platform-navigation').then((loaded) => loaded.platformNavigation);
  return use(platformNavigation);
}

let platformNavigation: Promise<readonly NavigationGroup[]> | undefined;

export interface Navigator {
  readonly isOperator: boolean;
  readonly organization: SessionOrganization;
}

/** Groups of the navigation beside a page of an organization. */
export function navigationOf({ isOperator, organization }: Navigator): readonly NavigationGroup[] {
  const shown = [home, email, marketing, audience, developers, settings, ...(isOperator ? [platform] : [])];
  return shown.map(({ title, entries }) => ({ title, entries: shownEntries(entries, organization) }));
}

/** Tabs of the settings. */
export function settingsTabs(organization: SessionOrganization): readonly NavigationEntry[] {
  return shownEntries(settingsEntries, organization);
}

function shownEntries(
  entries: readonly NavigationEntry[],
  organization: SessionOrganization,
): readonly NavigationEntry[] {
  return entries.filter(({ isShown }) => isShown?.(organization) ?? true);
}
