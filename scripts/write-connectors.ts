import { writeFileSync } from 'node:fs'
import { connectorFolders, connectorIndex } from './connector-index.ts'

writeFileSync(new URL('../connectors/index.ts', import.meta.url), connectorIndex(connectorFolders()))
