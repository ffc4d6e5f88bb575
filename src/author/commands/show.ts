import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerShow: Register = (program, { context, finish }) => {
  program
    .command('show')
    .description('show the credentials, checks and hosts of a connector, and how to set it up')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts, ./acme.connector.yaml')
    .option('--policy', "print only what it needs at the vendor, in the vendor's form: a policy, a role or scopes")
    .action(async (target: string, _options, command: Command) => {
      const { runShowCommand } = await import('./show-actions.ts')
      finish(await runShowCommand(target, command.optsWithGlobals(), context))
    })
}
