import type { CheckFailure, CheckOutcome, ErrorKind, UndecidedResource } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { SeenFindings } from './seen-findings.ts'

// Who sees this many knows what is missing.
const firstMax = 100

/** Resources that a check could not tell, counted, and the first of them. */
export class UndecidedList {
  readonly #first: UndecidedResource[] = []
  readonly #scopes = new Set<string>()
  readonly #kinds = new Set<ErrorKind>()
  readonly #findings = new SeenFindings()
  #count = 0
  #contradicted = 0

  get count(): number {
    return this.#count
  }

  add(undecided: UndecidedResource, findingId: string): void {
    this.#count++
    this.#kinds.add(undecided.kind)
    this.#findings.note(findingId, 'manual')
    if (this.#first.length < firstMax) this.#first.push(undecided)
    for (const scope of undecided.missingScopes ?? []) if (this.#scopes.size < firstMax) this.#scopes.add(scope)
  }

  has(findingId: string): boolean {
    return this.#findings.find(findingId) !== undefined
  }

  /** One of them has a result, too. */
  contradict(): void {
    this.#contradicted++
  }

  /** As the outcome of the check has them; undefined where there are none. */
  get entries(): CheckOutcome['undecided'] {
    if (this.#count === 0) return undefined
    return {
      count: this.#count,
      first: this.#first,
      contradicted: this.#contradicted > 0 ? this.#contradicted : undefined,
    }
  }

  /** What the check ends in because of them; undefined where there are none. */
  get failure(): CheckFailure | undefined {
    const [first] = this.#first
    if (!first) return undefined
    const missingScopes = [...this.#scopes]
    const example = `${first.resource.type} "${first.resource.id.slice(0, 100)}": ${first.because}`
    const [kind = first.kind, otherKind] = this.#kinds
    return {
      // One cause that all have in common is the cause of the check.
      kind: otherKind === undefined ? kind : 'incomplete_data',
      code: 'CHECK_UNDECIDED',
      message: `The check could not tell for ${countNoun(this.#count, 'resource')}. ${this.#count === 1 ? '' : 'The first is '}${example}`,
      missingScopes: missingScopes.length > 0 ? missingScopes : undefined,
      retryable: false,
    }
  }
}
