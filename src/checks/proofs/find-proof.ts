import type { AnyConnector, Check, CheckProof } from '../../define/index.ts'
import { digestConnectorCode } from '../results/describe-code.ts'

/** What a check was tried on, if its code is the one that was tried. */
export function findProof(connector: AnyConnector, { id }: Pick<Check, 'id'>): CheckProof | 'none' {
  const { proofs } = connector
  const proof = proofs && Object.hasOwn(proofs.checks, id) ? proofs.checks[id] : undefined
  const isOfThis = proof !== undefined && digestConnectorCode(connector) === proof.code && proofs?.code === proof.code
  return isOfThis ? proof : 'none'
}
