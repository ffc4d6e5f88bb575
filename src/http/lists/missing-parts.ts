import { isObject, type NotMore } from '../../define/index.ts'

/** Names of parts that the vendor could not ask, as all lists of Google's may have them: https://google.aip.dev/217 */
const partNames = /^unreachables?$/i
/** These, and those of warnings. */
const mayTell = /^(?:unreachables?|warnings?)$/i
const lengthLeast = 'warning'.length
/**
 * Codes of warnings that parts are missing: REGION_UNREACHABLE of Cloud SQL, UNREACHABLE and PARTIAL_SUCCESS of Compute Engine.
 * https://cloud.google.com/compute/docs/reference/rest/v1/firewalls/list
 */
const warningCodes = /unreachable|partial_?success/i

/** A sign in a page that the vendor could not reach a part of the list. */
export interface MissingPart {
  /** Its name in `notMore`: a member of the body. */
  readonly name: string
  readonly says: string
  /** Whether the page holds a list as well. */
  readonly isBesideList: boolean
}

/** Finds the first such sign in a page; undefined if there is none. @param body the parsed body */
export function findMissingPart(body: unknown, notMore: NotMore = []): MissingPart | undefined {
  if (!isObject(body)) return undefined
  for (const name of Object.keys(body)) {
    // Most names are shorter, and that is sooner seen.
    if (name.length < lengthLeast || !mayTell.test(name)) continue
    const value = body[name]
    const says = partNames.test(name) ? describeNames(value) : describeWarning(value)
    if (says === undefined || notMore.some((each) => each.toLowerCase() === name.toLowerCase())) continue
    const isBesideList = Object.entries(body).some(([other, list]) => other !== name && Array.isArray(list))
    return { name, says, isBesideList }
  }
  return undefined
}

/** The sentence about it, with its remedies. */
export function tellOfMissing(list: string, { name, says }: MissingPart): string {
  return `The vendor could not reach a part of the list ${list}: "${name}" ${says}. Run again when it can. Where it means something else at this vendor, say so: notMore: ['${name}'].`
}

/** Other lists of that name hold more than names. */
function describeNames(value: unknown): string | undefined {
  const isNames = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  return isNames ? `names ${value.length}` : undefined
}

function describeWarning(value: unknown): string | undefined {
  const code = [value]
    .flat()
    .map((warning) => (isObject(warning) ? warning.code : undefined))
    .find((each) => typeof each === 'string' && warningCodes.test(each))
  if (code === undefined) return undefined
  // The text is the vendor's, so that only a plain code is shown.
  return /^[A-Z_]{1,40}$/.test(String(code)) ? `says ${code}` : 'says so'
}
