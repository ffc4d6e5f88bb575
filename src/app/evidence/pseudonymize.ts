import type { Register } from '../../service/commands/register.ts'
import { collect } from '../../things/commands/options/parse-option.ts'

const load = () => import('./pseudonymize-actions.ts')

export const registerPseudonymize: Register = (program, act) => {
  program
    .command('pseudonymize')
    .description('write a signed edition of the bundle of a cross-check, without ids, addresses and names of people')
    .argument('<bundle>', 'folder or .zip of the whole bundle, which stays with you')
    .argument('[file]', 'file that exports the cross-check (default: the one that ships)')
    .requiredOption('-o, --out <place>', 'folder or .zip of the edition')
    .requiredOption('--pseudonyms <file>', 'table of your pseudonyms, which is made or extended; give it to nobody')
    .option(
      '-k, --key <file|fingerprint>',
      'public key of the bundle; may be given again (default: the keys of the store)',
      collect,
    )
    .action(act(async () => (await load()).runPseudonymizeCommand))
}
