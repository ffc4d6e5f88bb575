import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerRestore: Register = (program, { context, finish }) => {
  program
    .command('restore')
    .description('put a backup into a new store, of SQLite or PostgreSQL')
    .argument('<file>', 'file that "checkwright backup" wrote')
    .action(async (file: string, _options, command: Command) => {
      const { runRestoreCommand } = await import('./backup-actions.ts')
      finish(await runRestoreCommand(file, command.optsWithGlobals(), context))
    })
}
