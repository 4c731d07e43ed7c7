/** `{{ contact.first_name | default: "there" }}`. Signs that would end the string are left out of the fallback. */
export function variableText(name: string, fallback: string): string {
  const plain = fallback.replace(/["\\{}%\r\n]/g, '');
  return plain === '' ? `{{ ${name} }}` : `{{ ${name} | default: "${plain}" }}`;
}
