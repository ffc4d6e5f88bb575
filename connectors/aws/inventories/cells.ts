import { vendorTime } from 'checkwright'
import type { ReportRow } from '../credential-report.ts'

/**
 * What the cells of the credential report say. A text that is none of AWS's own is handed on as it is, so that the inventory
 * refuses it with a reason. https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
type Cell = string | undefined

/** AWS writes true and false, in the documentation in capitals. */
export function readFlag(cell: Cell): boolean | undefined {
  const word = cell?.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : (cell as undefined)
}

/** "N/A" in place of a time: there is no such credential, or it was not used. */
export function isNotApplicable(cell: Cell): boolean {
  return cell === 'N/A'
}

/** Whether a cell is a time on or after another one. */
export function isSince(cell: Cell, from: string): boolean {
  return isTime(cell) && Date.parse(`${cell}`) >= Date.parse(from)
}

export function isTime(cell: Cell): cell is string {
  return vendorTime().safeParse(cell).success
}

/** An access key of a user: two fit, and most users have fewer. */
export interface KeyCells {
  readonly slot: 1 | 2
  readonly active: Cell
  /** When the key was made or last changed. */
  readonly madeAt: Cell
  readonly usedAt: Cell
}

/** The access keys that the user has. */
export function listKeys(row: ReportRow): readonly KeyCells[] {
  return ([1, 2] as const)
    .map((slot) => ({
      slot,
      active: row[`access_key_${slot}_active`],
      madeAt: row[`access_key_${slot}_last_rotated`],
      usedAt: row[`access_key_${slot}_last_used_date`],
    }))
    .filter(({ active, madeAt }) => readFlag(active) !== false || !isNotApplicable(madeAt))
}
