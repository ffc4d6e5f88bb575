import { type AnyConnector, type Check, receivedConnectorId, version } from '../../define/index.ts'

/** The same without checks: each file has its own. */
export const importConnector = createImportConnector([])

/** What stands for a connector where runs, findings and waivers name one. It connects to nothing. */
export function createImportConnector(checks: readonly Check[]): AnyConnector {
  const definition = {
    id: receivedConnectorId,
    name: 'Received results',
    version,
    baseUrl: 'https://import.invalid',
    auth: { type: 'custom', config: { credentialFields: [] } },
  } as AnyConnector['definition']
  const connector = { id: receivedConnectorId, definition, hooks: {}, checks, inventories: [] }
  return { ...connector, toJSON: () => ({ ...definition, hooks: [], checks: [] }) }
}
