import { existsSync, readFileSync } from 'node:fs'
import { readProofs } from '../../../checks/proofs/proof-file.ts'
import type { AnyConnector, ConnectorDefinition } from '../../../define/index.ts'

/** The name that files beside a connector share: `acme` of acme.connector.yaml and of acme.ts. */
export function cutEnding(path: string): string {
  return path.replace(/\.connector\.(?:ya?ml|json)$|\.[cm]?[jt]s$|\.ya?ml$/i, '')
}

const files = new WeakMap<ConnectorDefinition, string>()

/** The file that a command loaded a connector from. Undefined for a shipped one, and for one that a program made. */
export function findFile({ definition }: AnyConnector): string | undefined {
  return files.get(definition)
}

/** The connector with what its checks were tried on, where a proof file stands beside it. Of one that is not of this code, nothing is taken. */
export function addProofs(connector: AnyConnector, path: string): AnyConnector {
  files.set(connector.definition, path)
  const file = `${cutEnding(path)}.proof.json`
  // At once, as the connector's own file.
  const proofs = existsSync(file) ? readProofs(readFileSync(file, 'utf8'), connector.id) : undefined
  return proofs ? Object.freeze({ ...connector, proofs }) : connector
}
