import type { Command } from 'commander'
import type { Register } from '../../../service/commands/register.ts'

export const registerOperator: Register = (program, { context, finish }) => {
  const operator = program
    .command('operator')
    .description('name the people who run the platform: OAuth apps that serve every organization, connectors')
  operator
    .command('add')
    .description('name a person of the organization as an operator')
    .argument('<person>', 'id of the person')
    .action(async (person: string, _options, command: Command) => {
      const { addOperator } = await import('./operator-actions.ts')
      finish(await addOperator(person, command.optsWithGlobals(), context))
    })
  operator
    .command('remove')
    .description('take that back; the person keeps their role in the organization')
    .argument('<person>', 'id of the person')
    .action(async (person: string, _options, command: Command) => {
      const { removeOperator } = await import('./operator-actions.ts')
      finish(await removeOperator(person, command.optsWithGlobals(), context))
    })
  operator
    .command('list', { isDefault: true })
    .description('list the operators of all organizations')
    .action(async (_options, command: Command) => {
      const { listOperators } = await import('./operator-actions.ts')
      finish(await listOperators(command.optsWithGlobals(), context))
    })
}
