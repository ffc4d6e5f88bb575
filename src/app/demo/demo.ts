import type { Register } from '../../service/commands/register.ts'

const load = () => import('./demo-actions.ts')

export const registerDemo: Register = (program, act) => {
  program
    .command('demo')
    .description(
      'see it work on this machine: sign in at a vendor by OAuth, run its checks, and judge four systems together',
    )
    .option('-o, --out <dir>', 'folder for the bundle; the store is beside it', './data/demo')
    .option('--remove', 'remove what it left, and the sample organization')
    .action(act(async () => (await load()).runDemoCommand))
}
