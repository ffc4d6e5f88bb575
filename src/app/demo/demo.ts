import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerDemo: Register = (program, { context, finish }) => {
  program
    .command('demo')
    .description(
      'see it work on this machine: sign in at a vendor by OAuth, run its checks, and judge four systems together',
    )
    .option('-o, --out <dir>', 'folder for the bundle; the store is beside it', './data/demo')
    .action(async (_options, command: Command) => {
      const { runDemoCommand } = await import('./demo-actions.ts')
      finish(await runDemoCommand(command.optsWithGlobals(), context))
    })
}
