import { execFileSync } from 'node:child_process';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom to run Postgres as: it refuses to run as root. The package's own user, or `nobody` where it was
 * installed without one. Undefined for a normal user, who simply runs it himself.
 */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return lookUp('postgres') ?? lookUp('nobody');
}

function lookUp(name: string): SystemUser | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
