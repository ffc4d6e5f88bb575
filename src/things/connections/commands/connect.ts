import type { Register } from '../../../service/commands/register.ts'
import { parsePort } from '../../commands/options/parse-option.ts'
import {
  createCredentialsOption,
  createPrivateNetworkOption,
  createVariableOption,
} from '../../commands/options/shared-options.ts'

const load = () => import('./connect-actions.ts')

export const registerConnect: Register = (program, act) => {
  program
    .command('connect')
    .description('connect an account: by a form, or in the browser for OAuth')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts, ./acme.connector.yaml')
    .addOption(createCredentialsOption())
    .addOption(createVariableOption())
    .option('--connection <id>', 'renew this connection instead of making one')
    .option('--no-browser', 'only print the address to open (OAuth)')
    .option('--manual', 'paste the address that the browser ends at (OAuth on another machine)')
    .option('--port <n>', 'port of the redirect URI http://127.0.0.1:<n>/callback (OAuth) (default: any)', parsePort)
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).runConnectCommand))
}
