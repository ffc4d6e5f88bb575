import type { Register } from '../../../service/commands/register.ts'

export const registerPush: Register = (program, act) => {
  program
    .command('push')
    .description('push a list to Vanta or Drata, or show what would be sent')
    .argument('<destination>', 'id of the destination')
    .option('--dry-run', 'print the requests byte for byte, and send nothing')
    .action(act(async () => (await import('./push-actions.ts')).pushDestination))
}
