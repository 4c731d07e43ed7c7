import { printable } from './reply';

const lineCharsMax = 300;
const linesMax = 60;
/** Of what is too long, the beginning and the end are kept: the end says how it ended. */
const headLines = 30;

/** What was said, for people. Bounded, whatever a server says. */
export class Conversation {
  private head: string[] = [];
  private tail: string[] = [];
  private leftOut = 0;

  said(line: string): void {
    this.add(`C: ${line}`);
  }

  heard(lines: readonly string[]): void {
    for (const line of lines) this.add(`S: ${line}`);
  }

  /** What neither side said: `=== TLSv1.3`. */
  note(text: string): void {
    this.add(`=== ${text}`);
  }

  /** What was said since the last time. */
  take(): readonly string[] {
    const { head, tail, leftOut } = this;
    this.head = [];
    this.tail = [];
    this.leftOut = 0;
    const shown = (line: string): string => printable(line).slice(0, lineCharsMax);
    if (leftOut === 0) return [...head, ...tail].map(shown);
    return [...head.map(shown), `=== ${leftOut} lines are omitted`, ...tail.map(shown)];
  }

  private add(line: string): void {
    if (this.head.length < headLines) this.head.push(line);
    else {
      this.tail.push(line);
      if (this.tail.length >= linesMax - headLines) {
        this.tail.shift();
        this.leftOut += 1;
      }
    }
  }
}
