import { Option } from 'commander'
import type { Register } from '../../service/commands/register.ts'
import { parseAtLeastOne, parsePortOrAny } from '../../things/commands/options/parse-option.ts'
import { describeEnvironment, readOwnEnvironment } from '../../things/commands/options/read-environment.ts'
import { addServiceOptions } from '../../things/commands/options/service-options.ts'

const load = () => import('./worker-actions.ts')

export const registerWorker: Register = (program, act) => {
  const worker = program
    .command('worker')
    .description('execute runs of a PostgreSQL store until you stop it')
    .option('--concurrency <n>', 'runs at once', parseAtLeastOne, 16)
    .option(
      '--per-connector <n>',
      'runs of one connector at once, over all workers (default: no limit)',
      parseAtLeastOne,
    )
    .option('--grace <seconds>', 'how long runs may continue after you stop it', parseAtLeastOne, 25)
    .option('--health-port <n>', 'port of /healthz and /readyz (default: none)', parsePortOrAny)
    .addOption(new Option('--health-host <address>', 'address of these').default('127.0.0.1'))
  addServiceOptions(worker)
    .addHelpText('after', describeEnvironment)
    .hook('preAction', readOwnEnvironment)
    .action(act(async () => (await load()).runWorkerCommand))
}
