import type { FailureClass } from './failure-class';

/** An enhanced status code (RFC 3463): `class.subject.detail`. */
export interface EnhancedCode {
  class: number;
  subject: number;
  detail: number;
  text: string;
}

/** A class read from a code. `vague`: providers use the code for several reasons, so a known phrase knows better. */
export interface CodeFinding {
  class: FailureClass;
  vague: boolean;
}

// Not part of an IP address or version number: nothing but a blank or punctuation may stand beside it.
const codePattern = /(?:^|[\s#([<])([245])\.(\d{1,3})\.(\d{1,3})(?=$|[\s;:,)\]>-])/;

export function findEnhancedCode(text: string): EnhancedCode | null {
  const match = codePattern.exec(text);
  if (!match) return null;
  const [severity, subject, detail] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return { class: severity, subject, detail, text: `${severity}.${subject}.${detail}` };
}

const sure = (failure: FailureClass): CodeFinding => ({ class: failure, vague: false });
const vague = (failure: FailureClass): CodeFinding => ({ class: failure, vague: true });

/** `subject.detail` → class: RFC 3463, RFC 7372 (x.7.2x) and the IANA registry. */
const byDetail: Readonly<Record<string, CodeFinding>> = {
  '1.1': sure('recipient'),
  '1.2': sure('recipient'),
  '1.3': sure('recipient'),
  '1.4': sure('recipient'),
  '1.6': sure('inactive'),
  '1.7': vague('policy'),
  '1.8': vague('policy'),
  '1.10': sure('domain'),
  '2.1': vague('inactive'),
  '2.2': sure('full'),
  '2.3': vague('full'),
  '3.4': sure('size'),
  '4.1': vague('no_answer'),
  '4.2': vague('no_answer'),
  '4.3': sure('routing'),
  '4.4': sure('routing'),
  '4.5': vague('rate'),
  '4.6': sure('routing'),
  '4.7': vague('no_answer'),
  '5.3': sure('rate'),
  '7.8': sure('auth'),
  '7.9': sure('auth'),
  '7.20': sure('auth'),
  '7.21': sure('auth'),
  '7.22': sure('auth'),
  '7.23': sure('auth'),
  '7.24': sure('auth'),
  '7.25': sure('auth'),
  '7.26': sure('auth'),
  '7.27': vague('auth'),
  '7.28': sure('rate'),
  '7.29': vague('auth'),
  '7.30': vague('auth'),
  '7.32': vague('auth'),
  '7.40': vague('auth'),
  // Microsoft's own numbers.
  '7.509': sure('auth'),
  '7.511': sure('block'),
  '7.515': sure('auth'),
  '7.708': sure('block'),
};

/** The class a code names, or null when it says nothing about the reason. */
export function classOfCode(code: EnhancedCode): CodeFinding | null {
  const known = byDetail[`${code.subject}.${code.detail}`];
  if (known) return known;
  if (code.subject === 6) return vague('content');
  if (code.subject !== 7) return null;
  // Microsoft: 5.7.606–5.7.649 banned address, 4.7.650 and its neighbours throttled for reputation.
  return code.detail >= 606 && code.detail <= 699 ? sure('block') : vague('policy');
}
