import { addressing } from './addresses.suite';
import { typescriptClient } from './client.suite';
