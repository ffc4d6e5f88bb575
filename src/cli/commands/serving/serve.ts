import { type Command, Option } from 'commander'
import { collect, parsePortOrAny } from '../../options/parse-option.ts'
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

export const registerServe: Register = (program, { context, finish }) => {
  program
    .command('serve')
    .description('serve the pages and the HTTP API until you stop it')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 for any that is free', parsePortOrAny, 3000)
    .option('--public-url <url>', 'where people reach it (default: the address that it listens on)')
    .option('--trusted-proxy <range>', 'proxy whose X-Forwarded-For is trusted; may be given again', collect)
    .option('--connector <file>', 'connector of your own beside the shipped ones; may be given again', collect)
    .addOption(createPrivateNetworkOption())
    .addOption(createPrivateConnectionOption())
    .addOption(createLogLevelOption())
    .addOption(createEvidenceOption())
    .addOption(createKeepDaysOption())
    .addOption(createKeepRunsOption())
    .addOption(createQuotaOption())
    .addOption(
      new Option('--engine <name>', 'where runs are executed: in this process, or by workers ("checkwright worker")')
        .choices(['local', 'pg-boss'])
        .default('local'),
    )
    .action(async (_options, command: Command) => {
      const { runServeCommand } = await import('../../actions/serving/serve.ts')
      finish(await runServeCommand(command.optsWithGlobals(), context))
    })
}
