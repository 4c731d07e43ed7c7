import {
  ArchiveX,
  Contact,
  Database,
  FileText,
  Gauge,
  Globe,
  HeartPulse,
  Landmark,
  Mails,
  MailSearch,
  MailWarning,
  Route,
  ScrollText,
  Siren,
  Users,
  Webhook,
  Wrench,
} from 'lucide-react';
import { texts } from '../texts/texts';
import type { NavigationGroup } from './navigation-group';

const { pages, groups } = texts.navigation;

/** Of operators, with or without an organization. */
export const platformNavigation: readonly NavigationGroup[] = [
  {
    title: groups.now,
    entries: [
      { path: '/operator', label: pages.health, icon: HeartPulse, isExact: true },
      { path: '/operator/incident', label: pages.incident, icon: Siren },
    ],
  },
  {
    title: groups.mail,
    entries: [
      { path: '/operator/emails', label: pages.operatorEmails, icon: Mails },
      { path: '/operator/mail', label: pages.operatorMail, icon: MailWarning },
      { path: '/operator/reviews', label: pages.reviews, icon: MailSearch },
      { path: '/operator/dead-letters', label: pages.deadLetters, icon: ArchiveX },
    ],
  },
  {
    title: groups.tenants,
    entries: [
      { path: '/operator/organizations', label: pages.organizations, icon: Landmark },
      { path: '/operator/users', label: pages.users, icon: Users },
      { path: '/operator/domains', label: pages.operatorDomains, icon: Globe },
      { path: '/operator/webhooks', label: pages.operatorWebhooks, icon: Webhook },
      { path: '/operator/imports', label: pages.operatorImports, icon: FileText },
      { path: '/operator/people', label: pages.people, icon: Contact },
      { path: '/operator/audit-log', label: pages.operatorAuditLog, icon: ScrollText },
    ],
  },
  {
    title: groups.infrastructure,
    entries: [
      { path: '/operator/sites', label: pages.sites, icon: Gauge },
      { path: '/operator/delivery', label: pages.delivery, icon: Route },
      { path: '/operator/maintenance', label: pages.maintenance, icon: Wrench },
      { path: '/operator/storage', label: pages.storage, icon: Database },
    ],
  },
];
