import { rankSeverity } from '../../checks/findings/due.ts'
import type { Finding, FindingChoice, FindingFilter, FindingPosition } from '../../checks/findings/finding-store.ts'
import { foldSearch, formatSearchText } from '../../checks/findings/search-text.ts'
import type { TimeSpan } from '../../checks/run-store.ts'
import type { StandingWaivers } from '../../checks/waivers/standing-waivers.ts'
import { compareTexts } from '../../text/compare-texts.ts'
import { countedMax } from '../../text/counted.ts'
import { loadStandingWaivers } from '../judgements/standing-decisions.ts'
import type { Uses } from '../runtime-parts.ts'
import { describeWithin } from './past-findings.ts'

/** For somebody who may know of the runs of a time alone. */
export interface KnownTime {
  /**
   * Everything as it stood at the end of this time, by its runs and the waivers in force then. A finding that none of
   * these runs saw fail has no details. @default as it stands now, by all runs
   */
  readonly within?: TimeSpan | undefined
}

/** How many findings there are: failing, failing and accepted, and resolved. */
export interface FindingTally {
  readonly open: number
  readonly accepted: number
  readonly resolved: number
}

export type FindingParts = Uses<
  'findings' | 'waivers' | 'runs' | 'connections' | 'judgements',
  'clock' | 'connectors' | 'crossChecks'
>

const listed = 100
const pageRows = 500

/** The chosen findings in their order, as the waivers of the time judge them. */
export async function listFindings(
  parts: FindingParts,
  { within, limit = listed, waived, before, order, ...choice }: FindingFilter & KnownTime,
): Promise<readonly Finding[]> {
  const { organizationId } = choice
  if (within && within.toMs < within.fromMs) return []
  const standing = await loadStandingWaivers(parts, organizationId, { atMs: within?.toMs })
  if (within) {
    const all = await listWithin(parts, choice, { within, standing })
    const chosen = waived === undefined ? all : all.filter((finding) => finding.waived === waived)
    return takeAfter(chosen, order ?? 'changed', before).slice(0, limit)
  }
  const found: Finding[] = []
  if (limit === 0) return found
  const covered = waived ? { is: true, by: standing.scopes } : undefined
  const walked = { ...choice, covered, order, before, limit: Math.min(limit, pageRows) }
  for await (const finding of walkFindings(parts, walked, standing)) {
    if (waived !== undefined && finding.waived !== waived) continue
    found.push(finding)
    if (found.length === limit) break
  }
  return found
}

/** All of them, read a page at a time. */
async function* walkFindings(
  { store }: FindingParts,
  filter: Omit<FindingFilter, 'waived'> & { readonly limit: number },
  standing: StandingWaivers,
): AsyncGenerator<Finding> {
  // Mostly the first page is enough.
  for (let { before, limit } = filter; ; limit = pageRows) {
    const page = await store.findings.list({ ...filter, before, limit })
    for (const row of page) yield judgeFinding(row, standing)
    if (page.length < limit) return
    before = page.at(-1)
  }
}

/** How many `listFindings` would give without a limit; at most one more than `countedMax`. */
export async function countFindings(
  parts: FindingParts,
  { waived, within, ...choice }: FindingChoice & KnownTime,
): Promise<number> {
  const { store } = parts
  const { organizationId } = choice
  if (within) return (await listFindings(parts, { ...choice, waived, within, limit: Number.POSITIVE_INFINITY })).length
  if (waived === undefined) return store.findings.count(choice)
  const standing = await loadStandingWaivers(parts, organizationId)
  const by = standing.scopes
  let count = waived ? 0 : await store.findings.count({ ...choice, covered: { is: false, by } })
  if (count > countedMax) return count
  const covered = { is: true, by }
  for await (const finding of walkFindings(parts, { ...choice, covered, limit: pageRows }, standing)) {
    if (finding.waived === waived) count++
    if (count > countedMax) break
  }
  return count
}

/** How many of the chosen findings fail, are accepted, and are resolved; each at most one more than `countedMax`. */
export async function tallyFindings(
  parts: FindingParts,
  choice: Omit<FindingChoice, 'state' | 'waived'> & KnownTime,
): Promise<FindingTally> {
  if (choice.within) {
    const states = ['open', 'regressed', 'resolved'] as const
    const all = await listFindings(parts, { ...choice, state: states, limit: Infinity })
    const failing = all.filter(({ state }) => state !== 'resolved')
    const accepted = failing.filter(({ waived }) => waived).length
    return { open: failing.length - accepted, accepted, resolved: all.length - failing.length }
  }
  const { findings } = parts.store
  const [failing, resolved, accepted] = await Promise.all([
    findings.count(choice),
    findings.count({ ...choice, state: 'resolved' }),
    countFindings(parts, { ...choice, waived: true }),
  ])
  const open = failing > countedMax ? await countFindings(parts, { ...choice, waived: false }) : failing - accepted
  return { open, accepted, resolved }
}

/**
 * Its state by the waivers. A resolved one stays as it was recorded, because it no longer fails. A result that needs review is
 * accepted by a judgement: a waiver covers what checks see failing alone, as in runs and controls.
 */
export function judgeFinding(finding: Finding, standing: StandingWaivers): Finding {
  if (finding.state === 'resolved' || finding.judgementId !== null) return finding
  const { connectorId, connectionId, checkId } = finding
  const { waived: _, ...result } = finding.result
  const waived = standing.waiverFor({ connectorId, connectionId, checkId, resource: result.resource })
  return { ...finding, waived: waived !== undefined, result: waived ? { ...result, waived } : result }
}

/** Everything that rows of now do not say of another time is looked at after each is described as it was then. */
async function listWithin(
  parts: FindingParts,
  { severity, control, ownerId, dueFromMs, dueToMs, text, ...choice }: FindingFilter,
  { within, standing }: { readonly within: TimeSpan; readonly standing: StandingWaivers },
): Promise<readonly Finding[]> {
  const isChosen = (finding: Finding) =>
    (severity === undefined || finding.severity === severity) &&
    (control === undefined || finding.controls.includes(control)) &&
    (ownerId === undefined || finding.ownerId === ownerId) &&
    (dueFromMs === undefined || finding.dueAtMs >= dueFromMs) &&
    (dueToMs === undefined || finding.dueAtMs <= dueToMs) &&
    (text === undefined || formatSearchText(finding.result).includes(foldSearch(text)))
  const found: Finding[] = []
  for (let before: FindingPosition | undefined; ; ) {
    const page = await parts.store.findings.list({ ...choice, before, limit: pageRows, atMs: within.toMs })
    for (const row of await describeWithin(parts, page, within)) {
      const finding = judgeFinding(row, standing)
      if (isChosen(finding)) found.push(finding)
    }
    if (page.length < pageRows) return found
    before = page.at(-1)
  }
}

type Order = NonNullable<FindingFilter['order']>

/** What comes after a finding in an order. */
function takeAfter(
  findings: readonly Finding[],
  order: Order,
  before: FindingPosition | undefined,
): readonly Finding[] {
  const sorted = findings.toSorted((a, b) => compareFindings(a, b, order))
  return before === undefined ? sorted : sorted.filter((finding) => compareFindings(finding, before, order) > 0)
}

function compareFindings(a: FindingPosition, b: FindingPosition, order: Order): number {
  if (order === 'changed') return b.changedAtMs - a.changedAtMs || compareTexts(b.id, a.id)
  const byDue = (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0) || compareTexts(a.id, b.id)
  return order === 'due' ? byDue : rankSeverity(a.severity ?? 'info') - rankSeverity(b.severity ?? 'info') || byDue
}
