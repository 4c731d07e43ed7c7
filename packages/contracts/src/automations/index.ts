export * from './automation';
export * from './automation-condition';
export * from './automation-dry-run';
export * from './automation-run-cancellation';
export * from './automation-step';
export * from './automation-step-counts';
export * from './automation-test';
export * from './automation-version';
