import { Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'

const load = () => import('./sign-in-link-actions.ts')

export const registerSignInLink: Register = (program, act) => {
  program
    .command('sign-in-link')
    .description(
      'make a link that signs a person in to the pages of a server on this store; it works once, for ten minutes',
    )
    .option(
      '--public-url <url>',
      'address where people reach the server: the --public-url of "serve"',
      'http://127.0.0.1:3000',
    )
    .option('--to <page>', 'the page that the person sees first, such as /controls (default: the one that they wanted)')
    .option('--user <id>', 'the person (default: the operator)')
    .addOption(new Option('--role <role>', 'what they may do').choices(['viewer', 'member', 'admin']).default('admin'))
    .action(act(async () => (await load()).makeSignInLink))
}
