import { type ProofFile, proofFormat } from '../../checks/proofs/proof-file.ts'
import { operatorsVersion } from './mutants/operators.ts'
import type { ProofReport } from './prove-connector.ts'

/** What stands beside a connector about a proof without disagreements. */
export function toProofFile({ connector, code, witnesses, checks }: ProofReport): ProofFile {
  return {
    checkwright: proofFormat,
    connector: connector.id,
    version: connector.version,
    code,
    witnesses,
    operators: operatorsVersion,
    checks: Object.fromEntries(
      checks.map(({ check, witnesses: cases, mutants, killed, notToldApart, siblings, secondReader }) => [
        check,
        {
          witnesses,
          code,
          cases: cases.total,
          mutants,
          killed,
          notToldApart: notToldApart.length,
          siblings: siblings && {
            read: siblings.read.length,
            explained: siblings.explained.length,
            unread: siblings.unread.length + siblings.passedOver.length,
          },
          words: siblings && { named: siblings.namedWords.length, open: siblings.openWords.length },
          secondReader,
        },
      ]),
    ),
  }
}
