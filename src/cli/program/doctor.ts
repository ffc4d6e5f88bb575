import type { Command } from 'commander'
import { collect } from '../options/parse-option.ts'
import type { Register } from './register.ts'

export const registerDoctor: Register = (program, { context, finish }) => {
  program
    .command('doctor')
    .description('look at what a service stands on, and tell what is wrong and what to do')
    .option('--public-url <url>', 'where people reach it, as "serve" is told')
    .option('--connector <file>', 'connector of your own beside the shipped ones; may be given again', collect)
    .action(async (_options, command: Command) => {
      const { runDoctorCommand } = await import('../commands/doctor.ts')
      finish(await runDoctorCommand(command.optsWithGlobals(), context))
    })
}
