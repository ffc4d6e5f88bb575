import { rankSeverity } from '../../checks/findings/due.ts'
import type {
  Finding,
  FindingChoice,
  FindingFilter,
  FindingList,
  FindingPosition,
  ListCounts,
} from '../../checks/findings/finding-store.ts'
import { foldSearch, formatSearchText } from '../../checks/findings/search-text.ts'
import type { TimeSpan } from '../../checks/runs/run-store.ts'
import type { WaiverIndex } from '../../checks/waivers/waiver-index.ts'
import { compareTexts } from '../../text/compare-texts.ts'
import { countedMax } from '../../text/counted.ts'
import { loadWaiverIndex } from '../judgements/decisions/decision-index.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { describeWithin } from '../past/past-findings.ts'

/** For somebody who may know of the runs of a time alone. */
export interface KnownTime {
  /**
   * Everything as it stood at the end of this time, by its runs and the waivers in force then. A finding that none of
   * these runs saw fail has no details. @default as it stands now, by all runs
   */
  readonly within?: TimeSpan | undefined
}

/** How many findings there are: failing, failing and accepted, and resolved. */
export type FindingTally = ListCounts

/** A page of findings, and how many there are on all pages; at most one more than `countedMax`, which is 1,000. */
export interface CountedFindings {
  readonly findings: readonly Finding[]
  readonly total: number
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
  if (within) {
    const all = await Array.fromAsync(walkWithin(parts, { ...choice, waived }, within))
    return takeAfter(all, order ?? 'changed', before).slice(0, limit)
  }
  const found = await parts.store.findings.list({ ...choice, waived, order, before, limit })
  return describeWaived(parts, choice.organizationId, found)
}

/** How many `listFindings` would give without a limit; at most one more than `countedMax`. */
export async function countFindings(
  parts: FindingParts,
  { within, ...choice }: FindingChoice & KnownTime,
): Promise<number> {
  if (within === undefined) return parts.store.findings.count(choice)
  let count = 0
  for await (const _ of walkWithin(parts, choice, within)) if (++count > countedMax) break
  return count
}

/** What `listFindings` and `countFindings` say together. */
export async function listCountedFindings(
  parts: FindingParts,
  filter: FindingFilter & KnownTime,
): Promise<CountedFindings> {
  if (filter.within) {
    const { order: _, limit: __, before: ___, ...choice } = filter
    return { findings: await listFindings(parts, filter), total: await countFindings(parts, choice) }
  }
  const { findings, counts } = await parts.store.findings.listCounted({ limit: listed, ...filter })
  const total = Math.min(counts.open + counts.accepted + counts.resolved, countedMax + 1)
  return { findings: await describeWaived(parts, filter.organizationId, findings), total }
}

/** How many of the chosen findings fail, are accepted, and are resolved; each at most one more than `countedMax`. */
export async function tallyFindings(
  parts: FindingParts,
  { within, ...choice }: Omit<FindingChoice, 'state' | 'waived'> & KnownTime,
): Promise<FindingTally> {
  if (within === undefined) return tallyLists(parts, choice, findingLists)
  const tally = { open: 0, accepted: 0, resolved: 0 }
  const states = ['open', 'regressed', 'resolved'] as const
  for await (const { state, waived } of walkWithin(parts, { ...choice, state: states }, within)) {
    const list = state === 'resolved' ? state : waived ? 'accepted' : 'open'
    if (tally[list] <= countedMax) tally[list]++
  }
  return tally
}

/** A page of one list, or of all, and how many each list has of what is chosen. */
export interface TalliedFindings {
  readonly findings: readonly Finding[]
  readonly tally: FindingTally
}

export type ListedFilter = Omit<FindingFilter, 'state' | 'waived'> & {
  /** @default all */
  readonly list?: FindingList | undefined
}

/** What `listFindings` and `tallyFindings` say together. */
export async function listTalliedFindings(
  parts: FindingParts,
  { list, ...filter }: ListedFilter & KnownTime,
): Promise<TalliedFindings> {
  const { within, order: _, limit: __, before: ___, ...choice } = filter
  const listedOnly = { ...filter, ...chooseList(list) }
  if (within)
    return { findings: await listFindings(parts, listedOnly), tally: await tallyFindings(parts, { ...choice, within }) }
  const others = list === undefined ? [] : findingLists.filter((each) => each !== list)
  const [{ findings, counts }, tally] = await Promise.all([
    parts.store.findings.listCounted({ limit: listed, ...listedOnly }),
    tallyLists(parts, choice, others),
  ])
  return {
    findings: await describeWaived(parts, choice.organizationId, findings),
    tally: { ...counts, ...Object.fromEntries(others.map((each) => [each, tally[each]])) },
  }
}

const findingLists = ['open', 'accepted', 'resolved'] as const satisfies readonly FindingList[]

function chooseList(list: FindingList | undefined): Pick<FindingChoice, 'state' | 'waived'> {
  if (list === undefined) return { state: ['open', 'regressed', 'resolved'] }
  return list === 'resolved' ? { state: list } : { waived: list === 'accepted' }
}

/** 0 for the lists that are not asked for. */
async function tallyLists(
  { store }: FindingParts,
  choice: Omit<FindingChoice, 'state' | 'waived'>,
  lists: readonly FindingList[],
): Promise<FindingTally> {
  const counts = await Promise.all(
    lists.map(async (list) => [list, await store.findings.count({ ...choice, ...chooseList(list) })] as const),
  )
  return { open: 0, accepted: 0, resolved: 0, ...Object.fromEntries(counts) }
}

/** With what the waivers say that cover them. */
export async function describeWaived(
  { store }: FindingParts,
  organizationId: string,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const ids = [...new Set(findings.flatMap(({ waiverId }) => waiverId ?? []))]
  // One may have been revoked since.
  const stored = ids.length === 0 ? [] : await store.waivers.list({ organizationId, ids, revoked: true })
  const waivers = new Map(stored.map(({ id, waiver }) => [id, waiver]))
  return findings.map((finding) => {
    if (!isWaivable(finding)) return finding
    const { waived: _, ...result } = finding.result
    const waiver = waivers.get(finding.waiverId ?? '')
    if (waiver === undefined) return { ...finding, result }
    const { justification, approver, expires } = waiver
    return { ...finding, result: { ...result, waived: { justification, approver, expires } } }
  })
}

/**
 * A resolved one stays as it was recorded, because it no longer fails. A result that needs review is accepted by a judgement: a waiver
 * covers what checks see failing alone, as in runs and controls.
 */
function isWaivable({ state, judgementId }: Finding): boolean {
  return state !== 'resolved' && judgementId === null
}

/** Its state by the waivers of a time. */
export function judgeFinding(finding: Finding, decisions: WaiverIndex): Finding {
  if (!isWaivable(finding)) return finding
  const { connectorId, connectionId, checkId } = finding
  const { waived: _, ...result } = finding.result
  const waived = decisions.waiverFor({ connectorId, connectionId, checkId, resource: result.resource })
  return { ...finding, waived: waived !== undefined, result: waived ? { ...result, waived } : result }
}

/** Everything that rows of now do not say of another time is looked at after each is described as it was then. */
async function* walkWithin(
  parts: FindingParts,
  { severity, control, ownerId, dueFromMs, dueToMs, text, waived, ...choice }: FindingChoice,
  within: TimeSpan,
): AsyncGenerator<Finding> {
  if (within.toMs < within.fromMs) return
  const decisions = await loadWaiverIndex(parts, choice.organizationId, { atMs: within.toMs })
  const isChosen = (finding: Finding) =>
    (waived === undefined || finding.waived === waived) &&
    (severity === undefined || finding.severity === severity) &&
    (control === undefined || finding.controls.includes(control)) &&
    (ownerId === undefined || finding.ownerId === ownerId) &&
    (dueFromMs === undefined || finding.dueAtMs >= dueFromMs) &&
    (dueToMs === undefined || finding.dueAtMs <= dueToMs) &&
    (text === undefined || formatSearchText(finding.result).includes(foldSearch(text)))
  for (let before: FindingPosition | undefined; ; ) {
    const page = await parts.store.findings.list({ ...choice, before, limit: pageRows, atMs: within.toMs })
    for (const row of await describeWithin(parts, page, within)) {
      const finding = judgeFinding(row, decisions)
      if (isChosen(finding)) yield finding
    }
    if (page.length < pageRows) return
    before = page.at(-1)
  }
}

type ListOrder = NonNullable<FindingFilter['order']>

/** What comes after a finding in an order. */
function takeAfter(
  findings: readonly Finding[],
  order: ListOrder,
  before: FindingPosition | undefined,
): readonly Finding[] {
  const sorted = findings.toSorted((a, b) => compareFindings(a, b, order))
  return before === undefined ? sorted : sorted.filter((finding) => compareFindings(finding, before, order) > 0)
}

function compareFindings(a: FindingPosition, b: FindingPosition, order: ListOrder): number {
  if (order === 'changed') return b.changedAtMs - a.changedAtMs || compareTexts(b.id, a.id)
  const byDue = (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0) || compareTexts(a.id, b.id)
  return order === 'due' ? byDue : rankSeverity(a.severity ?? 'info') - rankSeverity(b.severity ?? 'info') || byDue
}
