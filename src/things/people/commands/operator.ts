import type { Register } from '../../../service/commands/register.ts'

const load = () => import('./operator-actions.ts')

export const registerOperator: Register = (program, act) => {
  const operator = program
    .command('operator')
    .description('name the people who run the platform: OAuth apps that serve every organization, connectors')
  operator
    .command('add')
    .description('name a person of the organization as an operator')
    .argument('<person>', 'id of the person')
    .action(act(async () => (await load()).addOperator))
  operator
    .command('remove')
    .description('take that back; the person keeps their role in the organization')
    .argument('<person>', 'id of the person')
    .action(act(async () => (await load()).removeOperator))
  operator
    .command('list', { isDefault: true })
    .description('list the operators of all organizations')
    .action(act(async () => (await load()).listOperators))
}
