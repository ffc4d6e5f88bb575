import type { Register } from '../../service/commands/register.ts'

const load = () => import('./backup-actions.ts')

export const registerRestore: Register = (program, act) => {
  program
    .command('restore')
    .description('put a backup into a new store, of SQLite or PostgreSQL')
    .argument('<file>', 'file that "checkwright backup" wrote')
    .action(act(async () => (await load()).runRestoreCommand))
}
