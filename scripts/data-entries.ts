import { mkdirSync, writeFileSync } from 'node:fs'
import { listDataFolders } from './connector-index.ts'

/** `checkwright/connectors/<id>` of a connector that is written as data: its file stays in connectors/, where people read it. */
export function writeDataEntries(dist: string): void {
  for (const id of listDataFolders()) {
    mkdirSync(`${dist}/connectors/${id}`, { recursive: true })
    writeFileSync(
      `${dist}/connectors/${id}/index.js`,
      `import { connectors } from '../index.js'\nexport default await connectors['${id}']()\n`,
    )
    writeFileSync(
      `${dist}/connectors/${id}/index.d.ts`,
      `import type { AnyConnector } from '../../index.js'\ndeclare const connector: AnyConnector\nexport default connector\n`,
    )
  }
}
