import type { Problem } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { isPlainObject } from '../../text/is-object.ts'
import { type InventoryData, isInventory } from '../check/inventory.ts'
import { listMemberForms, listMemberWords } from '../run/members.ts'
import type { InventoryKind } from '../run/record.ts'
import { formatPath } from '../schema/problems.ts'
import { describeUnknownOption } from '../schema/unknown-options.ts'

/** Rules between the members of an inventory. @param standIns paths of members that are not well-formed */
export function findInventoryProblems(
  inventory: Pick<InventoryData, 'of' | 'tells' | 'facts'>,
  standIns: ReadonlySet<string>,
): Problem[] {
  // Which members there are depends on the kind.
  if (standIns.has('of')) return []
  const { of, tells, facts = {} } = inventory
  return [
    ...tells.flatMap((member, index): Problem[] => {
      const path = `tells[${index}]`
      if (tells.indexOf(member) < index) return [{ path, message: `"${member}" is listed twice; remove one` }]
      return findMemberProblems(of, member, path)
    }),
    ...Object.keys(facts).flatMap((member): Problem[] => {
      const path = formatPath(['facts', member])
      if (tells.includes(member))
        return [
          {
            path,
            message: 'is also in "tells", which means that the list itself has it; remove it from one of the two',
          },
        ]
      return findMemberProblems(of, member, path)
    }),
  ]
}

/** What a check says that it reads. @param connectorId of the check */
export function findReadsProblems(reads: unknown, connectorId: string): Problem[] {
  if (reads === undefined) return []
  if (!Array.isArray(reads)) return [{ path: 'reads', message: 'must be a list of { inventory, members }' }]
  return reads.flatMap((use: unknown, index): Problem[] => {
    const path = `reads[${index}]`
    if (!isPlainObject(use) || !isInventory(use.inventory))
      return [{ path: `${path}.inventory`, message: `must be an inventory of ${connectorId}.inventory(…)` }]
    const { inventory, members = [], ...others } = use
    const [unknown] = Object.keys(others)
    if (unknown !== undefined)
      return [{ path: `${path}.${unknown}`, message: describeUnknownOption(unknown, ['inventory', 'members']) }]
    if (inventory.connector.id !== connectorId) {
      const message = `belongs to connector "${inventory.connector.id}"; a check reads inventories of its own connector only`
      return [{ path: `${path}.inventory`, message }]
    }
    if (!Array.isArray(members)) return [{ path: `${path}.members`, message: 'must be a list of names' }]
    const known = [
      ...inventory.tells,
      ...Object.keys(inventory.facts ?? {}),
      ...Object.keys(listMemberWords(inventory.of)),
    ]
    return members.flatMap((member: unknown, at): Problem[] =>
      typeof member === 'string' && known.includes(member)
        ? []
        : [
            {
              path: `${path}.members[${at}]`,
              message: `${JSON.stringify(member)} is not a member that this inventory reads; it reads ${known.join(', ')}`,
            },
          ],
    )
  })
}

function findMemberProblems(of: InventoryKind, member: string, path: string): Problem[] {
  const known = Object.keys(listMemberForms(of))
  if (known.includes(member)) return []
  if (member in listMemberWords(of) || ['id', 'name', 'url', 'unknown'].includes(member))
    return [{ path, message: `"${member}" is a member of every record of kind "${of}"; remove it` }]
  const near = findNearest(member, known)
  const advice = near === undefined ? `choose from ${known.join(', ')}` : `did you mean "${near}"?`
  return [{ path, message: `"${member}" is not a member of kind "${of}"; ${advice}` }]
}
