import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./verify-actions.ts')

export const registerVerify: Register = (program, act) => {
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
    .action(act(async () => (await load()).runVerifyCommand))
}
