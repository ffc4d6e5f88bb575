import { Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { rhythms, sinks } from '../../../service/notices/webhook.ts'
import { collect, parseAtLeastOne } from '../../commands/options/parse-option.ts'

type Actions = typeof import('./webhooks-actions.ts')

export const registerWebhooks: Register = (program, act) => {
  const webhooks = program
    .command('webhooks')
    .description('send notices of the organization to systems, chats and people')
  const load = (): Promise<Actions> => import('./webhooks-actions.ts')
  webhooks
    .command('list', { isDefault: true })
    .description('list webhooks, oldest first')
    .action(act(async () => (await load()).listWebhooks))
  webhooks
    .command('create')
    .description('create a webhook and print its secret; the secret is shown only this once')
    .requiredOption('--name <name>', 'what people call it')
    .addOption(new Option('--sink <kind>', 'what it is').choices(sinks).default('webhook'))
    .option('--url <url>', 'https URL, "-" for stdin; the URL of a chat is a secret, so it comes from stdin')
    .option('--to <address>', 'address of mail; repeatable', collect)
    .option('--type <type>', 'a type of notices; repeatable (default: all)', collect)
    .addOption(
      new Option('--rhythm <rhythm>', 'each notice at once, or one digest a day').choices(rhythms).default('each'),
    )
    .option('--details', 'with names, addresses and titles')
    .action(act(async () => (await load()).createWebhook))
  for (const [verb, description] of [
    ['pause', 'let its notices wait, for at most seven days'],
    ['resume', 'continue with what waits'],
    ['test', 'send a notice that tells nothing'],
    ['resend-question', 'send the letter again that asks addresses of mail to agree'],
    ['rotate-secret', 'make a new secret and print it this once; the earlier one signs too for 24 hours'],
    ['delete', 'delete it, with what was sent'],
  ] as const)
    webhooks
      .command(verb)
      .description(description)
      .argument('<id>', 'id of the webhook')
      .action(act(async () => (await load()).changeWebhook.bind(undefined, verb)))
  webhooks
    .command('deliveries')
    .description('list deliveries of the last seven days, newest first')
    .argument('<id>', 'id of the webhook')
    .option('--limit <n>', 'how many', parseAtLeastOne, 50)
    .action(act(async () => (await load()).listDeliveries))
  webhooks
    .command('repeat')
    .description('send a delivery again')
    .argument('<id>', 'id of the webhook')
    .argument('<delivery>', 'id of the delivery')
    .action(act(async () => (await load()).repeatDelivery))
}
