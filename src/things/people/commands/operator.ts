import type { Register } from '../../../service/commands/register.ts'

const load = () => import('./operator-actions.ts')

export const registerOperator: Register = (program, act) => {
  const operator = program
    .command('operator')
    .description('manage operators: people who set up OAuth apps and connectors for all organizations')
  operator
    .command('add')
    .description('make a person of the organization an operator')
    .argument('<person>', 'id of the person')
    .action(act(async () => (await load()).addOperator))
  operator
    .command('remove')
    .description('remove an operator; the person keeps their role in the organization')
    .argument('<person>', 'id of the person')
    .action(act(async () => (await load()).removeOperator))
  operator
    .command('list', { isDefault: true })
    .description('list operators')
    .action(act(async () => (await load()).listOperators))
}
