import type { MutationKind } from './mutations.ts'
import type { Ungrounded } from './ungrounded.ts'

/** A change of a member after which a check may pass all the same, because somebody looked at it and says why. */
export interface ReviewedMember {
  /** Ids of checks, or all of the connector's. */
  readonly checks: readonly string[] | 'all'
  /** Dotted path in the answer; `[]` is any item of a list: `users[].status`. In XML the name of the element. */
  readonly member: string
  readonly kinds: readonly MutationKind[]
  /** Why the verdict is true without it, with the vendor's page where it is the vendor's rule. */
  readonly reason: string
}

/** Whether the entry is about what was found. */
export function isReviewed({ checks, member, kinds }: Omit<ReviewedMember, 'reason'>, found: Ungrounded): boolean {
  return (checks === 'all' || checks.includes(found.check)) && member === found.member && kinds.includes(found.kind)
}

/** A line for each of what was found, once. */
export function formatUngrounded(found: readonly Ungrounded[]): string[] {
  const lines = found.map(
    ({ check, operation, member, kind, effect }) => `${check}: ${member} ${kind}: ${effect} (${operation})`,
  )
  return [...new Set(lines)]
}
