import type { CannotTell, ErrorKind } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'

/** A check reports that it has no answer, and why. */
export class CannotTellError extends CheckError {
  readonly kind: ErrorKind
  readonly missingScopes: readonly string[] | undefined

  constructor({ kind, message, missingScopes }: CannotTell) {
    super(message, { code: 'CHECK_INCOMPLETE' })
    this.kind = kind
    this.missingScopes = missingScopes
  }
}
