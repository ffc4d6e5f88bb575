import { Option } from 'commander'
import { inventoryKinds } from '../../define/index.ts'
import { exportFormats } from '../../inventory/export/export-formats.ts'
import type { Register } from '../../service/commands/register.ts'
import {
  createCredentialsOption,
  createPrivateNetworkOption,
  createVariableOption,
} from '../../things/commands/options/shared-options.ts'

const load = () => import('./inventory-actions.ts')

export const registerInventory: Register = (program, act) => {
  program
    .command('inventory')
    .description('show or export what a connection lists: accounts, devices and more')
    .argument(
      '<target>',
      'id of a connection: its newest lists; a connector or file, ./acme.ts: lists now, keeps nothing',
    )
    .addOption(new Option('--of <kind>', 'export the records of this list').choices(inventoryKinds))
    .option('--part <part>', 'which one, if there are several of the kind')
    .addOption(new Option('--format <format>', 'how records are written; csv if you name none').choices(exportFormats))
    .option('-o, --out <file>', 'write the records to this file, which only you can read')
    .addOption(createCredentialsOption())
    .addOption(createVariableOption())
    .option('--recorded <file>', 'read a recording instead of an account')
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).runInventoryCommand))
}
