import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerBackup: Register = (program, { context, finish }) => {
  program
    .command('backup')
    .description('write all rows and files of the store into one new file, while your service runs')
    .argument('<file>', 'file to write')
    .action(async (file: string, _options, command: Command) => {
      const { runBackupCommand } = await import('./backup-actions.ts')
      finish(await runBackupCommand(file, command.optsWithGlobals(), context))
    })
}
