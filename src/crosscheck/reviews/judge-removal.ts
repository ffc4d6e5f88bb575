import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { RemovalOutcome, ReviewDecision, ReviewList } from './access-review.ts'

/** The same list, as a later run read it. */
export type LaterList = Pick<ReviewList, 'complete' | 'error' | 'readAt' | 'digest' | 'covers' | 'leavesOut'>

/**
 * Whether a later inventory shows that a decision was carried out. Absence counts only in a complete list that covers what the
 * frozen one covered.
 * @param now the record of the account in the later list; undefined: the list does not have it
 */
export function judgeRemoval(
  decision: Exclude<ReviewDecision, 'keep'>,
  { frozen, list }: { readonly frozen: StoredRecord; readonly list: Pick<ReviewList, 'covers' | 'leavesOut'> },
  { later, now }: { readonly later: LaterList; readonly now: StoredRecord | undefined },
): RemovalOutcome {
  const judge = (is: RemovalOutcome['is'], because: string): RemovalOutcome => ({
    is,
    because,
    atMs: Date.parse(later.readAt),
    digest: later.digest,
  })
  if (now === undefined) {
    if (!later.complete)
      return judge(
        'could_not_tell',
        `The list is not complete, so the account may still exist. ${later.error?.message ?? ''}`.trim(),
      )
    const narrower = list.covers.filter((each) => !later.covers.includes(each))
    const leftOut = later.leavesOut.filter((each) => !list.leavesOut.includes(each))
    if (narrower.length + leftOut.length > 0)
      return judge('could_not_tell', `The list no longer covers ${[...new Set([...narrower, ...leftOut])].join(', ')}.`)
    return judge('done', 'The account is no longer in the complete list.')
  }
  if (now.status === 'deleted') return judge('done', 'The account is deleted.')
  if (now.status === 'suspended') return judge('done', 'The account is suspended.')
  if (decision === 'change') return judgeChange(frozen, now, judge)
  if (now.status === 'active' || now.status === 'invited')
    return judge('not_done', `The account is still ${now.status}.`)
  return judge('could_not_tell', 'The vendor does not say whether the account still works.')
}

type ConcludeRemoval = (is: RemovalOutcome['is'], because: string) => RemovalOutcome

/**
 * A review takes access away: it is seen when a role is gone, or the account is no administrator any more. Only where each fact was
 * told before and after is it sure that nothing changed.
 */
function judgeChange(frozen: StoredRecord, now: StoredRecord, judge: ConcludeRemoval): RemovalOutcome {
  const before = readRoles(frozen)
  const after = readRoles(now)
  const gone = before && after ? before.filter((role) => !after.includes(role)) : []
  if (gone.length > 0) return judge('done', `The account no longer has the role ${gone.join(', ')}.`)
  const wasAdministrator = frozen.administrator === true
  if (wasAdministrator && now.administrator === false)
    return judge('done', 'The account is no longer an administrator.')
  if (before === undefined || after === undefined)
    return judge('could_not_tell', 'The vendor does not tell the roles of the account.')
  if (wasAdministrator ? now.administrator !== true : before.length === 0)
    return judge('could_not_tell', 'The vendor does not tell what would have changed.')
  const roles = after.length === 0 ? '' : ` Its roles are ${after.join(', ')}.`
  return judge('not_done', `The account has the same access as before.${roles}`)
}

function readRoles({ roles }: StoredRecord): readonly string[] | undefined {
  return Array.isArray(roles) && roles.every((role) => typeof role === 'string') ? roles : undefined
}
