import type { Command } from 'commander'
import { readOwnEnvironment } from '../../options/read-environment.ts'
import { createConnectorFileOption } from '../../options/shared-options.ts'
import type { Register } from '../register.ts'

export const registerDoctor: Register = (program, { context, finish }) => {
  program
    .command('doctor')
    .description('examine a service and its machine, and say what is wrong and what to do')
    .option('--public-url <url>', 'address where people reach it: the --public-url of "serve"')
    .addOption(createConnectorFileOption())
    .hook('preAction', readOwnEnvironment)
    .action(async (_options, command: Command) => {
      const { runDoctorCommand } = await import('../../actions/serving/doctor.ts')
      finish(await runDoctorCommand(command.optsWithGlobals(), context))
    })
}
