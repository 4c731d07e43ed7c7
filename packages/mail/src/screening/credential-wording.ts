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
export function credentialWording(text: string): string | null {
  const spaced = text.replace(/\s+/g, ' ');
  for (const phrase of phrases) {
    const match = phrase.exec(spaced);
    if (match) return match[0];
  }
  return null;
}
