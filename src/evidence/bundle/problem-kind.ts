import type { EvidenceProblem } from './bundle-source.ts'

/**
 * What problems come to. `stranger`: nothing is known but who claims to have signed, so it could not be told. `log`: the bytes are what a
 * trusted key signed, and the proof beside them does not show that the log has them. `changed`: something differs.
 */
export type ProblemKind = 'stranger' | 'log' | 'changed'

/** The words of every problem by which nothing could be told. */
export const ofStranger = 'a key that you do not trust'

/** The name under which a proof is named in problems: it is a file beside the bundle. */
export const proofFile = 'proof.json'

export function tellProblemKind(problems: readonly EvidenceProblem[]): ProblemKind {
  // Without a word about why, nothing good may be said.
  if (problems.length === 0) return 'changed'
  if (problems.every(({ file }) => file === proofFile)) return 'log'
  return problems.every(({ message }) => message.includes(ofStranger)) ? 'stranger' : 'changed'
}
