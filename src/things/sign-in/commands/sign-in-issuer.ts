import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'
import { createPrivateNetworkOption } from '../../commands/options/shared-options.ts'

const load = () => import('./sign-in-issuer-actions.ts')

export const registerSignInIssuer: Register = (program, act) => {
  const issuer = program.command('sign-in-issuer').description('manage the OpenID providers that people sign in with')
  issuer
    .command('add')
    .description('register an OpenID provider for the organization')
    .argument('<issuer>', 'issuer identifier, exactly as the provider says it: https://login.example.com')
    .requiredOption('--client-id <id>', 'client id')
    .option(
      '--client-secret-file <file>',
      'file with the client secret, "-" for stdin (else CHECKWRIGHT_CLIENT_SECRET)',
    )
    .option('--name <name>', 'how the sign-in page calls it (default: the issuer)')
    .option(
      '--domain <domain>',
      'domain whose verified addresses bind people without an invitation; may be given again',
      collect,
    )
    .option('--public-url <url>', 'where people reach the server, as "serve" is told', 'http://127.0.0.1:3000')
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).addIssuer))
  issuer
    .command('test')
    .description('try everything that a sign-in asks of an OpenID provider, before anybody signs in')
    .argument('<id>', 'id of the issuer')
    .option('--public-url <url>', 'where people reach the server, as "serve" is told', 'http://127.0.0.1:3000')
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).testIssuer))
  issuer
    .command('remove')
    .description('remove an OpenID provider with all its sign-ins')
    .argument('<id>', 'id of the issuer')
    .action(act(async () => (await load()).removeIssuer))
  issuer
    .command('list', { isDefault: true })
    .description('list OpenID providers, without their secrets')
    .action(act(async () => (await load()).listIssuers))
}
