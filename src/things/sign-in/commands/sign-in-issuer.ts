import type { Command } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'
import { createPrivateNetworkOption } from '../../commands/options/shared-options.ts'

export const registerSignInIssuer: Register = (program, { context, finish }) => {
  const issuer = program
    .command('sign-in-issuer')
    .description('register the OpenID providers that sign people in to the pages')
  issuer
    .command('add')
    .description('register one for the organization')
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
    .action(async (url: string, _options, command: Command) => {
      const { addIssuer } = await import('./sign-in-issuer-actions.ts')
      finish(await addIssuer(url, command.optsWithGlobals(), context))
    })
  issuer
    .command('remove')
    .description('remove one, with every sign-in that it proved')
    .argument('<id>', 'id of the issuer')
    .action(async (id: string, _options, command: Command) => {
      const { removeIssuer } = await import('./sign-in-issuer-actions.ts')
      finish(await removeIssuer(id, command.optsWithGlobals(), context))
    })
  issuer
    .command('list', { isDefault: true })
    .description('list them; no secret is shown')
    .action(async (_options, command: Command) => {
      const { listIssuers } = await import('./sign-in-issuer-actions.ts')
      finish(await listIssuers(command.optsWithGlobals(), context))
    })
}
