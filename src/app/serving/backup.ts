import type { Register } from '../../service/commands/register.ts'

const load = () => import('./backup-actions.ts')

export const registerBackup: Register = (program, act) => {
  program
    .command('backup')
    .description('write all rows and files of the store into one new file, while your service runs')
    .argument('<file>', 'file to write')
    .action(act(async () => (await load()).runBackupCommand))
}
