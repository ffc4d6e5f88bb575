import type { Command } from 'commander'
import { collect, parseAtLeastOne, parsePortOrAny } from '../../options/parse-option.ts'
import {
  createEvidenceOption,
  createKeepDaysOption,
  createKeepRunsOption,
  createLogLevelOption,
  createPrivateConnectionOption,
  createPrivateNetworkOption,
  createQuotaOption,
} from '../../options/shared-options.ts'
import type { Register } from '../register.ts'

export const registerWorker: Register = (program, { context, finish }) => {
  program
    .command('worker')
    .description('execute runs of a PostgreSQL store until you stop it')
    .option('--concurrency <n>', 'runs at once', parseAtLeastOne, 16)
    .option(
      '--per-connector <n>',
      'runs of one connector at once, over all workers (default: no limit)',
      parseAtLeastOne,
    )
    .option('--grace <seconds>', 'how long runs may continue after you stop it', parseAtLeastOne, 25)
    .option('--connector <file>', 'connector of your own beside the shipped ones; may be given again', collect)
    .option('--health-port <n>', 'port of /healthz and /readyz (default: none)', parsePortOrAny)
    .option('--health-host <address>', 'address of these', '127.0.0.1')
    .addOption(createPrivateNetworkOption())
    .addOption(createPrivateConnectionOption())
    .addOption(createLogLevelOption())
    .addOption(createEvidenceOption())
    .addOption(createKeepDaysOption())
    .addOption(createKeepRunsOption())
    .addOption(createQuotaOption())
    .action(async (_options, command: Command) => {
      const { runWorkerCommand } = await import('../../actions/serving/worker.ts')
      finish(await runWorkerCommand(command.optsWithGlobals(), context))
    })
}
