import { rankSeverity } from '../../checks/findings/due.ts'
import type { Finding, FindingChoice } from '../../checks/findings/finding-store.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import { countedMax } from '../../text/counted.ts'
import { type FindingParts, type KnownTime, listCountedFindings, listFindings } from './finding-lists.ts'

/** The findings of one check, on all connections. */
export interface CheckFindings {
  readonly connectorId: string
  readonly checkId: string
  /** At most one more than `countedMax`. */
  readonly total: number
  /** The most severe first, and not all of them. */
  readonly first: readonly [Finding, ...Finding[]]
}

export interface GroupedFindings {
  readonly groups: readonly CheckFindings[]
  /** Whether every check that has findings was looked at. Files of other tools may name any number of them. */
  readonly isWhole: boolean
}

/** So many checks are looked at. */
const checksMax = 500
const firstMax = 3

/** The chosen findings by check: the check with the most severe finding first, then the one with the most. */
export async function listFindingsByCheck(
  parts: FindingParts,
  { within, ...choice }: FindingChoice & KnownTime,
): Promise<GroupedFindings> {
  const { groups, isWhole } = within
    ? { groups: await groupWithin(parts, { ...choice, within }), isWhole: true }
    : await groupPresent(parts, choice)
  const rank = ({ first: [{ severity }] }: CheckFindings) => rankSeverity(severity)
  return { groups: groups.toSorted((a, b) => rank(a) - rank(b) || b.total - a.total), isWhole }
}

async function groupPresent(parts: FindingParts, choice: FindingChoice): Promise<GroupedFindings> {
  const { organizationId, connectorId, checkId } = choice
  const checks = await parts.store.findings.listFailingChecks({
    organizationId,
    connectorIds: connectorId === undefined ? [...parts.connectors.keys(), crossCheckConnectorId] : [connectorId],
  })
  const wanted = checks.filter((check) => checkId === undefined || check.checkId === checkId)
  const groups: CheckFindings[] = []
  for (const check of wanted.slice(0, checksMax)) {
    const { findings, total } = await listCountedFindings(parts, {
      ...choice,
      ...check,
      order: 'severity',
      limit: firstMax,
    })
    const [first, ...others] = findings
    if (first) groups.push({ ...check, total, first: [first, ...others] })
  }
  return { groups, isWhole: wanted.length <= checksMax }
}

/** Each is looked at as it stood then, so that they are grouped one by one. */
async function groupWithin(parts: FindingParts, choice: FindingChoice & KnownTime): Promise<readonly CheckFindings[]> {
  const all = await listFindings(parts, { ...choice, order: 'severity', limit: Number.MAX_SAFE_INTEGER })
  const groups = Map.groupBy(all, ({ connectorId, checkId }) => `${connectorId}/${checkId}`)
  const checks: CheckFindings[] = []
  for (const [first, ...others] of groups.values())
    if (first)
      checks.push({
        connectorId: first.connectorId,
        checkId: first.checkId,
        total: Math.min(others.length + 1, countedMax + 1),
        first: [first, ...others.slice(0, firstMax - 1)],
      })
  return checks
}
