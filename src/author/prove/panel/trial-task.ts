import type { AnyConnector } from '../../../define/index.ts'
import type { AnswerTrial } from '../../../things/parts/judgement-trials.ts'

/** An answer of a world that is to be another, and the check that judges it then. */
export interface TrialTask {
  /** The id of a shipped connector, or the path of a file. */
  readonly target: string
  readonly connector: string
  /** See `digestFile`. */
  readonly fileSha256: string | undefined
  readonly check: string
  readonly answer: string
  readonly json: string
}

/** What came of it. Undefined where the file is no longer the one that the service loaded. */
export type TrialReply = AnswerTrial | undefined

/** The digest of the file that a connector was made of. Undefined for shipped code. */
export function digestFile({ source, files }: AnyConnector): string | undefined {
  return source?.sha256 ?? files
}
