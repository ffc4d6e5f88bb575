import { type Command, Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

export const registerJudgements: Register = (program, { context, finish }) => {
  const judgements = program
    .command('judgements')
    .description('accept or refuse results that need review, list and withdraw judgements')
  judgements
    .command('list', { isDefault: true })
    .description('list them, the newest first')
    .action(async (_options, command: Command) => {
      const { listJudgements } = await import('./judgements-actions.ts')
      finish(await listJudgements(command.optsWithGlobals(), context))
    })
  judgements
    .command('needed')
    .description('list the results that need one, with the options that name them')
    .action(async (_options, command: Command) => {
      const { listNeededReviews } = await import('./judgements-actions.ts')
      finish(await listNeededReviews(command.optsWithGlobals(), context))
    })
  judgements
    .command('create')
    .description('judge a result; it counts from now on, as long as its evidence stays the same')
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
    .action(async (_options, command: Command) => {
      const { createJudgement } = await import('./judgements-actions.ts')
      finish(await createJudgement(command.optsWithGlobals(), context))
    })
  judgements
    .command('withdraw')
    .description('end one: its result needs review again')
    .argument('<id>', 'id of the judgement')
    .requiredOption('--user <id>', 'person of the organization who withdraws it')
    .action(async (id: string, _options, command: Command) => {
      const { withdrawJudgement } = await import('./judgements-actions.ts')
      finish(await withdrawJudgement(id, command.optsWithGlobals(), context))
    })
}
