import { existsSync, readFileSync } from 'node:fs'
import { type ProofFile, parseProofFile } from '../../checks/proofs/proof-file.ts'
import { digestConnectorCode } from '../../checks/results/describe-code.ts'
import type { AnyConnector } from '../../define/index.ts'
import { operatorsVersion } from './mutants/operators.ts'
import type { Witnesses } from './witnesses/read-witnesses.ts'

/** The proof that was written beside witnesses; undefined where there is none, or none that can be read. */
export function readProofFile(witnesses: string): ProofFile | undefined {
  const path = locateProof(witnesses)
  return existsSync(path) ? parseProofFile(readFileSync(path, 'utf8')) : undefined
}

export function locateProof(witnesses: string): string {
  return witnesses.replace(/\.witnesses\.yaml$/, '.proof.json')
}

/** What a kept proof is not of: the present code, witnesses, deliberate mistakes or checks. Nothing if it stands. */
export function findStaleParts(
  proof: ProofFile | undefined,
  connector: AnyConnector,
  { sha256 }: Pick<Witnesses, 'sha256'>,
): readonly string[] {
  if (!proof) return ['anything, for it is not there or cannot be read']
  const checks = connector.checks.map(({ id }) => id)
  const parts = {
    'the present code': proof.code === digestConnectorCode(connector),
    'the present witnesses and worlds': proof.witnesses === sha256,
    'the present deliberate mistakes': (proof.operators ?? 1) === operatorsVersion,
    'the present checks': JSON.stringify(Object.keys(proof.checks)) === JSON.stringify(checks),
  }
  return Object.entries(parts).flatMap(([part, isSame]) => (isSame ? [] : [part]))
}
