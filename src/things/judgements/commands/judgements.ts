import { Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

const load = () => import('./judgements-actions.ts')

export const registerJudgements: Register = (program, act) => {
  const judgements = program
    .command('judgements')
    .description('accept or refuse results that need review, list and withdraw judgements')
  judgements
    .command('list', { isDefault: true })
    .description('list judgements, newest first')
    .action(act(async () => (await load()).listJudgements))
  judgements
    .command('needed')
    .description('list results that need review, with the options for "create"')
    .action(act(async () => (await load()).listNeededReviews))
  judgements
    .command('create')
    .description('judge a result; the judgement applies as long as the evidence stays the same')
    .requiredOption('--run <id>', 'the run with the result that was looked at')
    .requiredOption('--finding <id>', 'finding id of the result')
    .requiredOption('--evidence <sha256>', 'digest of the evidence that was looked at')
    .addOption(
      new Option('--decision <decision>', 'accepted counts as met, refused as failing')
        .choices(['accepted', 'refused'])
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--expires <day>', 'last day on which it holds, such as 2027-01-31; at most a year ahead')
    .requiredOption('--user <id>', 'person of the organization who decides')
    .option('--file <id>', 'an upload that the decision rests on; repeatable', collect)
    .action(act(async () => (await load()).createJudgement))
  judgements
    .command('withdraw')
    .description('withdraw a judgement; its result needs review again')
    .argument('<id>', 'id of the judgement')
    .requiredOption('--user <id>', 'person of the organization who withdraws it')
    .action(act(async () => (await load()).withdrawJudgement))
}
