import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** All processes below `root`, deepest first, so that a parent cannot replace a child that was just signalled. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of fs.existsSync('/proc/self/stat') ? fromProc() : fromPs()) {
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  const visit = (pid: number) => {
    for (const child of children.get(pid) ?? []) {
      visit(child);
      found.push(child);
    }
  };
  visit(root);
  return found;
}

type PidAndParent = [pid: number, parent: number];

/** Linux, also where `ps` is not installed, as in slim containers. */
function fromProc(): PidAndParent[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): PidAndParent[] => {
      const fields = statFields(Number(name));
      return fields ? [[Number(name), Number(fields[1])]] : [];
    });
}

function fromPs(): PidAndParent[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line): PidAndParent[] => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return pid === undefined || parent === undefined ? [] : [[pid, parent]];
  });
}

/** Whether the process lives and is the one that began then: the kernel gives a pid to other programs later. */
export function isSameProcess(pid: number, startTime: string): boolean {
  return isAlive(pid) && startTime === (startTimeOf(pid) ?? '');
}

/** Clock ticks since boot at which the process began; undefined where there is no /proc. */
export function startTimeOf(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A child of ours that died and was not waited for yet still answers to signal 0.
  return statFields(pid)?.[0] !== 'Z';
}

/** Fields of /proc/<pid>/stat from the third (the state) on; the second, the name, may hold blanks. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
