import type { InventoryOutcome } from '../../define/index.ts'

/** A second list of the same things, from elsewhere. */
export interface SecondSource {
  readonly name: string
  /** Each by its id, or by all names that the list may know it by. */
  readonly ids: Iterable<string | readonly string[]>
}

/** What a run says of a list. */
export type ReadList = Pick<InventoryOutcome, 'complete' | 'error' | 'leavesOut' | 'total'>

/** A list as a population. */
export interface Population extends ReadList {
  readonly ids: Iterable<string>
  /** What a second source may know its records by. @default the ids */
  readonly names?: ReadonlySet<string> | undefined
}

/** What somebody may say of a list as a population. */
export interface CompletenessStatement {
  /**
   * - `complete`: nothing speaks against it, and the vendor's total is the number of its rows. A person looked it up, or the list's own
   *   answers have it.
   * - `unconfirmed`: nothing speaks against it, and no total speaks for it. A second source that misses nothing may miss the same.
   * - `incomplete`: something is missing, or was left out, or nobody can tell.
   */
  readonly state: 'complete' | 'unconfirmed' | 'incomplete'
  readonly rows: number
  /** How many the vendor says that there are; undefined: it does not say. */
  readonly total: number | undefined
  readonly reasons: readonly string[]
  /** Ids that the second source has and the list has not, the first ones. */
  readonly missing: readonly string[]
}

const shownMax = 100

/**
 * Says whether a list is all that there is. A list that is not whole is never complete, and one without a total is unconfirmed: an
 * omission that neither a total nor another source shows cannot be told.
 */
export function stateCompleteness(
  list: Population,
  { total, second }: { readonly total?: number | undefined; readonly second?: SecondSource | undefined } = {},
): CompletenessStatement {
  const ids = new Set(list.ids)
  const known = list.names ?? ids
  const reasons: string[] = []
  const missing: string[] = []
  let absent = 0
  for (const each of second?.ids ?? []) {
    const names = typeof each === 'string' ? [each] : each
    if (names.some((name) => known.has(name))) continue
    absent++
    if (missing.length < shownMax) missing.push(names[0] ?? '')
  }
  if (total !== undefined && total !== ids.size)
    reasons.push(`The vendor counts ${total}, and the list has ${ids.size}.`)
  if (second && absent > 0) reasons.push(`${second.name} has ${absent} that the list has not.`)
  const against = [...listOwnReasons(list), ...reasons]
  const counted = total === undefined ? judgeOwnTotal(list.total, ids.size) : { isTotal: true, reasons: [] }
  const state = against.length > 0 ? 'incomplete' : counted.isTotal ? 'complete' : 'unconfirmed'
  return { state, rows: ids.size, total: total ?? list.total, reasons: [...against, ...counted.reasons], missing }
}

/** What a run says of its list, without what a person looked up and without another source. */
export function stateListCompleteness(
  list: ReadList & Pick<InventoryOutcome, 'count'>,
): Pick<CompletenessStatement, 'state' | 'reasons'> {
  const against = listOwnReasons(list)
  const { isTotal, reasons } = judgeOwnTotal(list.total, list.count)
  const state = against.length > 0 ? 'incomplete' : isTotal ? 'complete' : 'unconfirmed'
  return { state, reasons: [...against, ...reasons] }
}

/**
 * By the total in the answers. Several items may be of one record, and one item of several: another number is shown, and confirms nothing.
 */
function judgeOwnTotal(
  total: number | undefined,
  rows: number,
): { readonly isTotal: boolean; readonly reasons: readonly string[] } {
  if (total === undefined || total === rows) return { isTotal: total !== undefined, reasons: [] }
  return { isTotal: false, reasons: [`The vendor counts ${total} entries in this list, and ${rows} became records.`] }
}

function listOwnReasons({ complete, error, leavesOut }: ReadList): readonly string[] {
  const end = error ? `The list was not read to its end: ${error.message}` : 'The list was not read to its end.'
  return [...(complete ? [] : [end]), ...leavesOut.map((each) => `It leaves out: ${each}.`)]
}
