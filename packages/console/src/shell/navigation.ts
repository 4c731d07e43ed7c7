import {
  ArchiveX,
  Ban,
  Braces,
  Building2,
  ChartLine,
  CircleGauge,
  Contact,
  Database,
  FileText,
  Filter,
  FormInput,
  Gauge,
  Globe,
  HeartPulse,
  Inbox,
  KeyRound,
  Landmark,
  LayoutDashboard,
  Mail,
  MailCheck,
  Mails,
  MailSearch,
  MailWarning,
  Megaphone,
  Rocket,
  Route,
  ScrollText,
  Settings,
  Siren,
  Tags,
  type LucideIcon,
  Users,
  Webhook,
  Workflow,
  Wrench,
} from 'lucide-react';
import type { SessionOrganization } from '../api/types';
import { texts } from '../texts/texts';

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
/** Of operators, with or without an organization. */
export const platformNavigation: NavigationGroup = {
  title: groups.platform,
  entries: [
    { path: '/operator', label: pages.health, icon: HeartPulse, isExact: true },
    { path: '/operator/incident', label: pages.incident, icon: Siren },
    { path: '/operator/emails', label: pages.operatorEmails, icon: Mails },
    { path: '/operator/mail', label: pages.operatorMail, icon: MailWarning },
    { path: '/operator/reviews', label: pages.reviews, icon: MailSearch },
    { path: '/operator/dead-letters', label: pages.deadLetters, icon: ArchiveX },
    { path: '/operator/organizations', label: pages.organizations, icon: Landmark },
    { path: '/operator/users', label: pages.users, icon: Users },
    { path: '/operator/audit-log', label: pages.operatorAuditLog, icon: ScrollText },
    { path: '/operator/domains', label: pages.operatorDomains, icon: Globe },
    { path: '/operator/webhooks', label: pages.operatorWebhooks, icon: Webhook },
    { path: '/operator/imports', label: pages.operatorImports, icon: FileText },
    { path: '/operator/people', label: pages.people, icon: Contact },
    { path: '/operator/sites', label: pages.sites, icon: Gauge },
    { path: '/operator/delivery', label: pages.delivery, icon: Route },
    { path: '/operator/maintenance', label: pages.maintenance, icon: Wrench },
    { path: '/operator/storage', label: pages.storage, icon: Database },
  ],
};

/** Admins of internal organizations manage the clients of theirs. */
function hasClients({ kind, role }: SessionOrganization): boolean {
  return kind === 'internal' && (role === 'owner' || role === 'admin');
}

export function navigationOf({
  isOperator,
  organization: shown,
}: {
  readonly isOperator: boolean;
  readonly organization: SessionOrganization;
}): readonly NavigationGroup[] {
  const groups = [sending, developers, audience, organization, ...(isOperator ? [platformNavigation] : [])];
  return groups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ isShown }) => isShown?.(shown) ?? true),
  }));
}
