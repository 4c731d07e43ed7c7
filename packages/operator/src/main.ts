/**
 * What the operator of a platform does by hand. Settings are those of the services
 * (DATABASE_URL, REDIS_URL, AMQP_URL, MASTER_KEY); each command reads only those that it needs.
 */
import { createProgram } from './program';

const words = process.argv.slice(2);
void createProgram({ isWanted: (group) => words.includes(group) }).then((program) => program.parseAsync());
