import { existsSync, readFileSync } from 'node:fs'
import { readProofs } from '../../../checks/proofs/proof-file.ts'
import type { AnyConnector } from '../../../define/index.ts'

/** The name that files beside a connector share: `acme` of acme.connector.yaml and of acme.ts. */
export function cutEnding(path: string): string {
  return path.replace(/\.connector\.(?:ya?ml|json)$|\.[cm]?[jt]s$|\.ya?ml$/, '')
}

/** The connector with what its checks were tried on, where a proof file stands beside it. Of one that is not of this code, nothing is taken. */
export function addProofs(connector: AnyConnector, path: string): AnyConnector {
  const file = `${cutEnding(path)}.proof.json`
  // At once, as the connector's own file.
  const proofs = existsSync(file) ? readProofs(readFileSync(file, 'utf8'), connector.id) : undefined
  return proofs ? Object.freeze({ ...connector, proofs }) : connector
}
