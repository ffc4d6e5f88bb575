import type { StoredRecord } from '../../inventory/stored-record.ts'
import { blurText } from '../../text/blur-text.ts'
import type { People } from '../people/people.ts'
import type { ProposalFinder } from './find-proposals.ts'
import { explainHeir, isAfterEnd, readTimeMs } from './time-at-work.ts'

const dayMs = 86_400_000
/** Accounts are made before people begin, and directories round: so much before the first day they may be theirs. */
const beforeStartMs = 60 * dayMs
const isFullName = /\S\s+\S/

/** Why an account may not be that of the one person with its address: somebody else may have had the address. */
export function findMismatch(
  people: People,
  proposals: ProposalFinder,
  number: number,
  { name, createdAt }: StoredRecord,
): string | undefined {
  const known = people.at(number).name
  const comparison = compareNames(known, name)
  if (comparison === 'same' && people.hasBegunBefore(number, createdAt)) return undefined
  const startMs = people.findStartMs(number)
  const createdMs = readTimeMs(createdAt)
  if (createdMs !== undefined) {
    if (startMs !== undefined && createdMs < startMs - beforeStartMs)
      return 'The account is older than the employment of the person with its address.'
    if (isAfterEnd(people, number, createdMs))
      return 'The account is younger than the end of the person with its address.'
  }
  if (comparison === 'same') return undefined
  const namesake = typeof name === 'string' && known !== undefined ? proposals.findByName(name) : undefined
  if (namesake !== undefined && namesake !== number)
    return 'The account has the name of another person than its address.'
  // Whoever had the address before may have made it.
  if (createdMs !== undefined && startMs !== undefined && createdMs < startMs)
    return 'The account is from before the first day of the person with its address, and its name does not say that it is theirs.'
  const heir = explainHeir(people, number, createdMs)
  if (heir !== undefined) return `Somebody else may have got the address since its owner left: ${heir}`
  return comparison === 'other' && !isOfTheirTime(people, number, createdMs)
    ? 'The account has another name than the person with its address, and no dates tell that it is theirs.'
    : undefined
}

/** A login of one word says nothing. */
function compareNames(known: string | undefined, name: unknown): 'same' | 'other' | 'unknown' {
  if (typeof name !== 'string' || known === undefined) return 'unknown'
  if (name === known || blurText(name) === blurText(known)) return 'same'
  return isFullName.test(name) && isFullName.test(known) ? 'other' : 'unknown'
}

/** Whether an account was made when a person with its address had begun, and had not left. */
function isOfTheirTime(people: People, number: number, createdMs: number | undefined): boolean {
  const startMs = people.findStartMs(number)
  if (startMs === undefined || createdMs === undefined || createdMs < startMs) return false
  return isAfterEnd(people, number, createdMs) === false
}
