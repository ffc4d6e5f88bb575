import type { MutationKind } from './mutations.ts'
import type { Ungrounded } from './ungrounded-results.ts'

/** A change of a member after which a check may still pass, because somebody reviewed it and gives the reason. */
export interface ReviewedMember {
  /** Ids of checks, or all of the connector's. */
  readonly checks: readonly string[] | 'all'
  /**
   * Dotted path in the answer; `[]` is any item of a list: `users[].status`. In XML the name of the element. An empty text is the whole
   * answer, which may hold nothing.
   */
  readonly member: string
  readonly kinds: readonly MutationKind[]
  /** Why the verdict is right without it, with the vendor's page if it is the vendor's rule. */
  readonly reason: string
}

/** Whether the entry covers the finding. */
export function isReviewed(
  { checks, member, kinds }: Omit<ReviewedMember, 'reason'>,
  found: Pick<Ungrounded, 'check' | 'member' | 'kind'>,
): boolean {
  return (checks === 'all' || checks.includes(found.check)) && member === found.member && kinds.includes(found.kind)
}

/** A line for each different finding. */
export function formatUngrounded(found: readonly Ungrounded[]): string[] {
  const lines = found.map(
    ({ check, operation, member, kind, effect }) => `${check}: ${member} ${kind}: ${effect} (${operation})`,
  )
  return [...new Set(lines)]
}
