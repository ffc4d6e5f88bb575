import type { Register } from '../../../service/commands/register.ts'
import { collect, parseDate } from '../../commands/options/parse-option.ts'

const load = () => import('./app-actions.ts')

export const registerApp: Register = (program, act) => {
  const app = program.command('app').description('manage the OAuth apps that connections use')
  app
    .command('set')
    .description('enter or replace the OAuth app of a connector')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts, ./acme.connector.yaml')
    .option('--client-id <id>', 'client id (else CHECKWRIGHT_CLIENT_ID, else you are asked)')
    .option(
      '--client-secret-file <file>',
      'file with the client secret, "-" for stdin (else CHECKWRIGHT_CLIENT_SECRET, else you are asked)',
    )
    .option(
      '--setting <id=value>',
      'setting, or the server where people type it: domain=acme.okta.com; may be given again (secret ones: CHECKWRIGHT_SETTING_<ID>)',
      collect,
    )
    .option(
      '--secret-expires <date>',
      'day when the secret expires, such as 2027-01-31; doctor warns you before',
      parseDate,
    )
    .option('--bound-to <organization>', 'for a platform app: the organization that may choose its server or account')
    .addHelpText(
      'after',
      '\nWith --org the app is for that organization. Without it, every organization without its own app uses it. If people type the server or the account (Okta, Microsoft Entra), an app always belongs to one organization.',
    )
    .action(act(async () => (await load()).setApp))
  app
    .command('list', { isDefault: true })
    .description('list OAuth apps, without their secrets')
    .action(act(async () => (await load()).listApps))
}
