import type { Register } from '../../service/commands/register.ts'

const load = () => import('./list-actions.ts')

export const registerList: Register = (program, act) => {
  program
    .command('list [words...]')
    .description('list the connectors that come with Checkwright, or those that fit: checkwright list mail')
    .option('--category <name>', 'only of this category: identity, cloud, development …')
    .option('--control <id>', 'only with a check for this control: soc2:CC6.1, or for a framework: soc2')
    .action(act(async () => (await load()).runListCommand))
}
