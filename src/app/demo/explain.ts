import type { Register } from '../../service/commands/register.ts'

const load = () => import('./explain-actions.ts')

export const registerExplain: Register = (program, act) => {
  program
    .command('explain')
    .description('explain an error code')
    .argument('[code]', 'such as AUTH_REJECTED (default: all)')
    .action(act(async () => (await load()).runExplainCommand))
}
