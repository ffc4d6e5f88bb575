import type { Register } from '../../service/commands/register.ts'

const load = () => import('./witness-actions.ts')

export const registerWitness: Register = (program, act) => {
  program
    .command('witness')
    .description('write a witness without a verdict, for somebody to say what is right')
    .argument('<recording>', 'recording of an account: recorded/acme.json')
    .requiredOption('-c, --check <id>', 'check that the witness is about')
    .option('-o, --out <file>', 'file of the witness (default: <connector>.proposed.yaml)')
    .action(act(async () => (await load()).runWitnessCommand))
}
