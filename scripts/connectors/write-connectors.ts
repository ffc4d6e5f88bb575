import { writeFileSync } from 'node:fs'
import { listConnectorFolders, listDataFolders, renderConnectorIndex } from './connector-index.ts'

writeFileSync(
  new URL('../../connectors/index.ts', import.meta.url),
  renderConnectorIndex(listConnectorFolders(), listDataFolders()),
)
