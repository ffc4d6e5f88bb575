import type { FrozenAccount, ReviewFilter } from './access-review.ts'

/**
 * Whether an account is reviewed. Accounts that are gone are not. A member that the vendor does not tell excludes nothing:
 * who may be an administrator is reviewed as one. `unplaced`: nobody knows the department of its owner.
 */
export function judgeReviewFilter(
  { record, owner }: Pick<FrozenAccount, 'record' | 'owner'>,
  { only, department }: ReviewFilter,
): 'reviewed' | 'other' | 'unplaced' {
  const { status, administrator, kind } = record
  if (status === 'deleted') return 'other'
  if (only === 'administrators' && administrator === false) return 'other'
  if (only === 'guests' && kind !== 'guest' && isKnownKind(kind)) return 'other'
  if (department === undefined) return 'reviewed'
  if (owner?.department === undefined) return 'unplaced'
  return normalize(owner.department) === normalize(department) ? 'reviewed' : 'other'
}

const knownKinds: readonly unknown[] = ['person', 'guest', 'service', 'shared']

function isKnownKind(kind: unknown): boolean {
  return knownKinds.includes(kind)
}

function normalize(text: string): string {
  return text.trim().toLowerCase()
}

/** As people read it. */
export function describeReviewFilter({ only, department }: ReviewFilter): string {
  const whose = department === undefined ? '' : ` of ${department}`
  return `${only === undefined ? 'all accounts' : only === 'guests' ? 'guests' : 'administrators'}${whose}`
}
