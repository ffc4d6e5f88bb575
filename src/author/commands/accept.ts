import type { Register } from '../../service/commands/register.ts'

const load = () => import('./accept-actions.ts')

export const registerAccept: Register = (program, act) => {
  program
    .command('accept')
    .description('say whether a connector that a model wrote is accepted, and what stands against it')
    .argument('<file>', 'connector as data: ./acme.connector.yaml')
    .requiredOption('--openapi <file>', "the vendor's API description: OpenAPI, Swagger or GraphQL")
    .option('--draw', 'write the cases that you label, without their verdicts, and accept nothing')
    .action(act(async () => (await load()).runAcceptCommand))
}
