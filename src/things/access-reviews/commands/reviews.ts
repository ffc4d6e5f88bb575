import { Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'

const load = () => import('./reviews-actions.ts')

export const registerReviews: Register = (program, act) => {
  const reviews = program.command('reviews').description('review who has access to what, and sign the decisions')
  reviews
    .command('list', { isDefault: true })
    .description('list access reviews, newest first')
    .action(act(async () => (await load()).listReviews))
  reviews
    .command('start')
    .description('start an access review with the accounts of the newest inventories')
    .requiredOption('--title <text>', 'what people call the review')
    .requiredOption('--connection <id>', 'a system; repeatable', collect)
    .requiredOption('--reviewer <id>', 'person of the organization who decides; repeatable', collect)
    .requiredOption('--due <day>', 'last day for the decisions, such as 2027-01-31')
    .addOption(new Option('--only <which>', 'which accounts (default: all)').choices(['administrators', 'guests']))
    .option('--department <name>', 'only accounts whose owner is of this department')
    .option('--by-manager', 'the manager of an owner decides, if they are a reviewer')
    .action(act(async () => (await load()).startReview))
  reviews
    .command('show')
    .description('show a review with its accounts and decisions')
    .argument('<id>', 'id of the review')
    .action(act(async () => (await load()).showReview))
  reviews
    .command('decide')
    .description('record decisions about accounts; you can change them until the review is finished')
    .argument('<id>', 'id of the review')
    .requiredOption('--account <number>', 'number of an account in the review; repeatable', collect)
    .addOption(
      new Option('--decision <decision>', 'what becomes of their access')
        .choices(['keep', 'remove', 'change'])
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'why')
    .option('--change <text>', 'what has to change; only for change')
    .requiredOption('--user <id>', 'person of the organization who decides')
    .action(act(async () => (await load()).decideReview))
  reviews
    .command('finish')
    .description('finish a review and sign its decisions as evidence; the review cannot change afterwards')
    .argument('<id>', 'id of the review')
    .requiredOption('--user <id>', 'person of the organization who finishes it')
    .option('--undecided <reason>', 'why accounts are left undecided')
    .action(act(async () => (await load()).finishReview))
  reviews
    .command('export')
    .description('export accounts and decisions as CSV, or the signed evidence of a finished review')
    .argument('<id>', 'id of the review')
    .option('--evidence <file>', 'write the signed evidence to this file, such as review.zip')
    .option('--outcomes <file>', 'write what became of the removals since, signed, to this file')
    .action(act(async () => (await load()).exportReview))
}
