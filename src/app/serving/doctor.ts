import type { Register } from '../../service/commands/register.ts'
import { readOwnEnvironment } from '../../things/commands/options/read-environment.ts'
import { createConnectorFileOption } from '../../things/commands/options/shared-options.ts'

const load = () => import('./doctor-actions.ts')

export const registerDoctor: Register = (program, act) => {
  program
    .command('doctor')
    .description('examine a service and its machine, and say what is wrong and what to do')
    .option('--public-url <url>', 'address where people reach it: the --public-url of "serve"')
    .addOption(createConnectorFileOption())
    .hook('preAction', readOwnEnvironment)
    .action(act(async () => (await load()).runDoctorCommand))
}
