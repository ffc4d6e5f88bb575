import type { Register } from '../../service/commands/register.ts'

const load = () => import('./show-actions.ts')

export const registerShow: Register = (program, act) => {
  program
    .command('show')
    .description('show the credentials, checks and hosts of a connector, and how to set it up')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts, ./acme.connector.yaml')
    .option('--policy', "print only what it needs at the vendor, in the vendor's form: a policy, a role or scopes")
    .action(act(async () => (await load()).runShowCommand))
}
