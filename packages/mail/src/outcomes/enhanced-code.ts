/** An enhanced status code (RFC 3463): `class.subject.detail`. */
export interface EnhancedCode {
  class: number;
  subject: number;
  detail: number;
  text: string;
}

// Not part of an IP address or version number: nothing but a blank or punctuation may stand beside it.
const codePattern = /(?:^|[\s#([<])([245])\.(\d{1,3})\.(\d{1,3})(?=$|[\s;:,)\]>-])/;

export function findEnhancedCode(text: string): EnhancedCode | null {
  const match = codePattern.exec(text);
  if (!match) return null;
  const [severity, subject, detail] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return { class: severity, subject, detail, text: `${severity}.${subject}.${detail}` };
}
