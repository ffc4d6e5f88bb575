import type { Register } from '../../service/commands/register.ts'

const load = () => import('./witness-actions.ts')

export const registerWitness: Register = (program, act) => {
  program
    .command('witness')
    .description('write a witness without a verdict, for somebody to say what is right')
    .argument('<source>', 'recording of an account, recorded/acme.json, or bundle of a run: a folder or a .zip')
    .requiredOption('-c, --check <id>', 'check that the witness is about')
    .option('--connector <file>', 'file of the connector, for a bundle (default: the shipped one)')
    .option('-o, --out <file>', 'file of the witness (default: <connector>.proposed.yaml)')
    .action(act(async () => (await load()).runWitnessCommand))
}
