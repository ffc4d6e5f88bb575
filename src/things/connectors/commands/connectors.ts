import { Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import { collect } from '../../commands/options/parse-option.ts'
import { createPrivateNetworkOption } from '../../commands/options/shared-options.ts'

const load = () => import('./connectors-actions.ts')

export const registerConnectors: Register = (program, act) => {
  const connectors = program
    .command('connectors')
    .description('add connectors as files to a running service, and publish, move and retire their versions')
  connectors
    .command('list', { isDefault: true })
    .description('list uploaded connectors and their versions')
    .action(act(async () => (await load()).listDataConnectors))
  connectors
    .command('add')
    .description('add a file as a draft version of a connector')
    .argument('<file>', 'YAML or JSON')
    .option('--publisher <name>', 'who writes the files of a new connector')
    .addOption(createPrivateNetworkOption())
    .action(act(async () => (await load()).addDataConnector))
  connectors
    .command('publish')
    .description('publish a version, so that new connections use it')
    .argument('<id>', 'id of the connector')
    .argument('<digest>', 'SHA-256 of the file, or its beginning')
    .addOption(
      new Option('--confirm-post <path>', 'path of a POST that only reads; may be given again').argParser(collect),
    )
    .action(act(async () => (await load()).publishDataConnector))
  connectors
    .command('move')
    .description('move connections with the same destination to the published version')
    .argument('<id>', 'id of the connector')
    .argument('<digest>', 'SHA-256 of the file, or its beginning')
    .action(act(async () => (await load()).moveDataConnections))
  connectors
    .command('undo')
    .description('move connections back to their earlier version')
    .argument('<id>', 'id of the connector')
    .argument('<move>', 'id of the move')
    .action(act(async () => (await load()).undoDataMove))
  connectors
    .command('retire')
    .description('retire a connector: no new connections and no further requests')
    .argument('<id>', 'id of the connector')
    .action(act(async () => (await load()).retireDataConnector))
}
