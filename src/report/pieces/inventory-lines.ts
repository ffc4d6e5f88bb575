import type { RunHead } from '../../checks/runs/recorded-run.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import { countNoun } from '../../text/count-noun.ts'
import { cleanLine } from './safe-text.ts'

/** One inventory of a run, for people. */
export interface InventoryLine {
  readonly name: string
  readonly complete: boolean
  /** `12 records, complete; covers members; leaves out bots` */
  readonly text: string
  /** Why it is not whole, or what of its members nobody knows; undefined where there is nothing to say. */
  readonly because: string | undefined
}

/** What the lists of a run came to, in its order, without control characters. */
export function listInventoryLines({ inventories = [] }: Pick<RunHead, 'inventories'>): readonly InventoryLine[] {
  return inventories.map((outcome) => {
    const { count, complete, covers, leavesOut, error, refused = {} } = outcome
    const parts = [
      `${countNoun(count, 'record')}, ${complete ? 'complete' : 'not complete'}`,
      ...(covers.length > 0 ? [`covers ${covers.join(', ')}`] : []),
      ...(leavesOut.length > 0 ? [`leaves out ${leavesOut.join(', ')}`] : []),
    ]
    const reasons = [
      ...(complete ? [] : [error?.message ?? 'Nobody knows why.']),
      ...Object.entries(refused).map(([member, { message }]) => `${member} is not known: ${message}`),
    ]
    return {
      name: cleanLine(formatInventoryName(outcome), 200),
      complete,
      text: cleanLine(parts.join('; '), 1_000),
      because: reasons.length === 0 ? undefined : cleanLine(reasons.join(' ').replaceAll(/\s*\n\s*/g, ' '), 1_000),
    }
  })
}
