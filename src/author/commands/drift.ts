import type { Register } from '../../service/commands/register.ts'

const load = () => import('./drift-actions.ts')

export const registerDrift: Register = (program, act) => {
  program
    .command('drift')
    .description("list the checks that a vendor's new API description affects")
    .argument(
      '<connector>',
      'id of a connector, ./acme.connector.yaml, or "all" for those whose descriptions are there',
    )
    .argument('<old>', 'the description so far: OpenAPI 3, Swagger 2.0, models of AWS; or a folder of descriptions')
    .argument('<new>', 'the new description, or a folder with files of the same names')
    .option('--strict', 'exit 1 also for what only bends a check')
    .action(act(async () => (await load()).runDriftCommand))
}
