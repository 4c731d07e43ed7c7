import type { DevelopmentSecrets } from './development-secrets';

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** Of the platform; otherwise the user owns the demo organization. */
  readonly isOperator: boolean;
}

/** Users of the development stack's console. */
export function demoUsers(secrets: DevelopmentSecrets): readonly [owner: DemoUser, operator: DemoUser] {
  return [
    {
      email: 'owner@postrider.test',
      name: 'Olivia Owner',
      password: secrets.ownerPassword,
      isOperator: false,
    },
    {
      email: 'operator@postrider.test',
      name: 'Otto Operator',
      password: secrets.operatorPassword,
      isOperator: true,
    },
  ];
}
