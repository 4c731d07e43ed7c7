import { parseMailbox } from '../addresses/mailbox';
import { borrowedDisplayName, borrowedDomain, registrableDomain } from './borrowed-name';
import type { Finding } from './finding';
import { readHtml, readTextLinks } from './read-html';
import { screenLinks } from './screen-links';

export interface ScreenedMail {
  /** As the sender wrote it: `email` or `Name <email>`. */
  readonly from: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** What the platform writes below it for the sender. */
  readonly footer?: string | null;
  /** Something in it only its recipient can read. */
  readonly isSealed?: boolean;
}

export interface Screening {
  /** A person should look at it before it leaves. */
  readonly isSuspicious: boolean;
  readonly reasons: readonly { readonly code: Finding['code']; readonly detail: string }[];
}

const reasonsMax = 20;
const detailCharsMax = 200;

/**
 * Looks for phishing and impersonation: whose name the sender borrows, where links lead and what they say, what is asked
 * for. A wrong alarm costs an operator a look; what is missed goes out, so well-known brands are held to be borrowed
 * unless the sending domain is theirs.
 */
export function screenMessage(mail: ScreenedMail): Screening {
  const parsed = parseMailbox(mail.from);
  const { name, domain } = parsed.ok ? parsed.mailbox : { name: mail.from, domain: '' };
  const html = readHtml(mail.html ?? '');
  const footer = mail.footer ?? '';
  const links = [...html.links, ...readTextLinks(mail.text ?? ''), ...readTextLinks(footer)];
  const findings = [
    ...screenSender(name ?? '', domain),
    ...screenLinks(links, domain),
    ...screenWords(`${mail.subject}\n${html.text}\n${mail.text ?? ''}`),
    ...screenWords(footer),
  ];
  if (html.asksPassword) {
    findings.push({
      code: 'password_field',
      detail: 'the message contains a password field',
      isStrong: true,
    });
  }
  if (mail.isSealed) {
    findings.push({ code: 'sealed_content', detail: 'encrypted content cannot be screened', isStrong: true });
  }
  const kinds = new Set(findings.map(({ code }) => code));
  return {
    isSuspicious: findings.some(({ isStrong }) => isStrong) || kinds.size > 1,
    reasons: withoutRepeats(findings),
  };
}

function screenSender(name: string, domain: string): Finding[] {
  const findings: Finding[] = [];
  const domainBrand = borrowedDomain(domain);
  if (domainBrand) {
    const detail = `${domain} looks like ${domainBrand.name}`;
    findings.push({ code: 'lookalike_domain', detail, isStrong: true });
  }
  const nameBrand = borrowedDisplayName(name, domain);
  if (nameBrand) {
    const detail = `"${name}" claims to be ${nameBrand.name}, but is sent from ${domain}`;
    findings.push({ code: 'brand_display_name', detail, isStrong: true });
  }
  const shown = /@([\p{L}\p{N}.-]+\.[\p{L}]{2,})/u.exec(name)?.[1];
  if (shown !== undefined && registrableDomain(shown.toLowerCase()) !== registrableDomain(domain)) {
    const detail = `"${name}" contains an address of a domain other than ${domain}`;
    findings.push({ code: 'address_display_name', detail, isStrong: true });
  }
  return findings;
}

function screenWords(words: string): Finding[] {
  const found = credentialWording(words);
  return found === null ? [] : [{ code: 'credential_wording', detail: found, isStrong: false }];
}

function withoutRepeats(findings: readonly Finding[]): Screening['reasons'] {
  const seen = new Map(findings.map(({ code, detail }) => [`${code} ${detail}`, { code, detail }]));
  return [...seen.values()]
    .slice(0, reasonsMax)
    .map(({ code, detail }) => ({ code, detail: detail.slice(0, detailCharsMax).toWellFormed() }));
}

/** What phishing says to be clicked on. Honest mail says it too, so it only counts beside something else. */
const phrases: readonly RegExp[] = [
  /\b(?:verify|confirm|validate|update) your (?:\w+ )?(?:account|identity|password|payment|billing|card|bank|wallet|login)/i,
  /\b(?:account|access|mailbox|profile|card) (?:has been|have been|was|is|will be) (?:temporarily |permanently )?(?:suspended|limited|locked|restricted|disabled|deactivated|blocked|closed|terminated)/i,
  /\b(?:unusual|suspicious|unauthori[sz]ed) (?:sign-?in|log-?in|activity|transaction|access)/i,
  /\b(?:enter|provide|submit|re-?enter) your (?:\w+ )?(?:password|pin|passcode|card number|credentials|social security|seed phrase|recovery phrase)/i,
  /\bpassword (?:expires|expired|has expired|will expire|is about to expire)/i,
  /\b(?:konto|zugang|karte) (?:wurde|wird|ist) (?:vorübergehend )?(?:gesperrt|eingeschränkt|deaktiviert|suspendiert)/i,
  /\b(?:bestätigen|verifizieren|aktualisieren) sie ihre? (?:identität|konto|kontodaten|passwort|daten|zahlungs\w*)/i,
  /\b(?:compte|accès) (?:a été|est|sera) (?:suspendu|bloqué|limité|désactivé)/i,
  /\b(?:vérifiez|confirmez) (?:votre|vos) (?:compte|identité|mot de passe|informations|coordonnées)/i,
  /\bcuenta (?:ha sido|fue|está|será) (?:suspendida|bloqueada|limitada|desactivada)/i,
  /\b(?:verifique|confirme|verifica|confirma) (?:su|tu) (?:cuenta|identidad|contraseña|información)/i,
];

/** The first words of the text that ask for credentials or threaten with their loss; null: none do. */
function credentialWording(text: string): string | null {
  const spaced = text.replace(/\s+/g, ' ');
  for (const phrase of phrases) {
    const match = phrase.exec(spaced);
    if (match) return match[0];
  }
  return null;
}
