import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

export const registerVerify: Register = (program, { context, finish }) => {
  program
    .command('verify')
    .description('verify that a trusted key signed a bundle or a package, or show what was changed')
    .argument('<bundle>', 'folder or .zip that "run --out" or "package" wrote')
    .option(
      '-k, --key <file|fingerprint>',
      'public key of the signer; may be given again (default: the keys of the store)',
      collect,
    )
    .option('--require-evidence', 'refuse the gaps of a package')
    .action(async (bundle: string, _options, command: Command) => {
      const { runVerifyCommand } = await import('./verify-actions.ts')
      finish(await runVerifyCommand(bundle, command.optsWithGlobals(), context))
    })
}
