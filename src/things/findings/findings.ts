import { computeDueMs, type DueDays, defaultDueDays } from '../../checks/findings/due.ts'
import type {
  Finding,
  FindingChange,
  FindingChoice,
  FindingEvent,
  FindingFilter,
  NewestOutcome,
  OutcomeCount,
  OutcomeCountFilter,
  OutcomeFilter,
  OutcomeTally,
} from '../../checks/findings/finding-store.ts'
import type { Severity } from '../../define/index.ts'
import { formatDay } from '../../text/calendar-day.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { loadWaiverIndex } from '../judgements/decisions/decision-index.ts'
import type { Declared } from '../parts/declared-service.ts'
import { describeWithin, listOutcomesWithin } from '../past/past-findings.ts'
import { type ControlsEvidence, type ControlsQuestion, loadControlsEvidence } from './controls-evidence.ts'
import { demandDueDays, demandDueEnd } from './finding-input.ts'
import {
  type CountedFindings,
  countFindings,
  describeWaived,
  type FindingParts,
  type FindingTally,
  judgeFinding,
  type KnownTime,
  type ListedFilter,
  listCountedFindings,
  listFindings,
  listTalliedFindings,
  type TalliedFindings,
  tallyFindings,
} from './finding-lists.ts'
import { type GroupedFindings, listFindingsByCheck } from './group-findings.ts'
import { settleFindings } from './settle-findings.ts'

/** A finding with what became of it: the latest 100 of each, the newest first. */
export interface FindingDetail extends Finding {
  /** What runs found. */
  readonly history: readonly FindingEvent[]
  /** What people changed. */
  readonly changes: readonly FindingChange[]
}

/** What a person changes of a finding. */
export interface FindingUpdate {
  readonly id: string
  readonly organizationId: string
  /** Who does it. */
  readonly userId?: string | undefined
  /** A person of the organization; null: nobody. The caller makes sure that there is such a person. */
  readonly ownerId?: string | null | undefined
  /** null: the day that follows from the severity. */
  readonly due?: { readonly day: string; readonly reason: string } | null | undefined
}

/**
 * Failing results from run to run, and those that need review and that a person refused. Each run that ends updates them, and
 * each judgement that is made, withdrawn or over. They stay when retention has deleted the run.
 * The current waivers decide whether a failing one is waived.
 */
export interface FindingService {
  /** The failing findings, the newest change first, without those of disconnected connections. */
  list(filter: FindingFilter & KnownTime): Promise<readonly Finding[]>
  /** How many `list` would give without a limit; at most one more than `countedMax`, which is 1,000. */
  count(choice: FindingChoice & KnownTime): Promise<number>
  /** The same for every state at once. */
  tally(choice: Omit<FindingChoice, 'state' | 'waived'> & KnownTime): Promise<FindingTally>
  /** `list` and `count` together, which takes less time. */
  listCounted(filter: FindingFilter & KnownTime): Promise<CountedFindings>
  /** `list` of one list, or of all, and `tally` together, which takes less time. */
  listTallied(filter: ListedFilter & KnownTime): Promise<TalliedFindings>
  /** The chosen ones by check: the most severe first. Of each check it gives the first, and how many there are. */
  listByCheck(choice: FindingChoice & KnownTime): Promise<GroupedFindings>
  get(
    ref: {
      readonly id: string
      readonly organizationId: string
    } & KnownTime,
  ): Promise<FindingDetail | undefined>
  /**
   * Sets the owner or the due day.
   * @returns undefined if there is no such finding
   * @throws CheckwrightError `API_INVALID` for a day or reason that cannot be
   */
  update(change: FindingUpdate): Promise<FindingDetail | undefined>
  /** Days by severity until a finding is due, as the organization has chosen or by default. */
  dueDays(of: { readonly organizationId: string }): Promise<DueDays>
  /**
   * Chooses them from now on. Failing findings get their day by them, unless somebody has set it.
   * @throws CheckwrightError `API_INVALID`; StoreError `NOT_FOUND` when there is no such organization
   */
  setDueDays(setting: {
    readonly organizationId: string
    /** @default a severity that is left out keeps its days */
    readonly days: { readonly [Each in Severity]?: number | undefined }
  }): Promise<DueDays>
  /** The latest outcome of each check. One that ended in `error` may hide findings. */
  newestOutcomes(filter: OutcomeFilter & KnownTime): Promise<readonly NewestOutcome[]>
  /** How many checks of these connections have which newest outcome; one entry for each status that there is. */
  countOutcomes(of: OutcomeCountFilter): Promise<readonly OutcomeCount[]>
  /** The same of all connections that are not disconnected, however many there are. */
  tallyOutcomes(of: { readonly organizationId: string }): Promise<OutcomeTally>
  /** What the newest outcomes of all connections say for controls now. */
  controlsEvidence(question: ControlsQuestion): Promise<ControlsEvidence>
}

export function createFindingService(parts: FindingParts): Declared<FindingService> {
  const { store } = parts
  /** The last day of a judgement or a waiver ends without an event, so findings are settled when somebody looks. */
  const afterSettling =
    <Asked extends { readonly organizationId: string }, Answer>(work: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      await settleFindings(parts, asked.organizationId)
      return work(asked)
    }
  return {
    list: { read: afterSettling((filter) => listFindings(parts, filter)) },
    count: { read: afterSettling((choice) => countFindings(parts, choice)) },
    tally: { read: afterSettling((choice) => tallyFindings(parts, choice)) },
    listCounted: { read: afterSettling((filter) => listCountedFindings(parts, filter)) },
    listTallied: { read: afterSettling((filter) => listTalliedFindings(parts, filter)) },
    listByCheck: { read: afterSettling((choice) => listFindingsByCheck(parts, choice)) },
    get: { read: afterSettling((ref) => findDetail(parts, ref)) },
    update: {
      change: afterSettling((change) => updateFinding(parts, change)),
      audit: {
        action: 'finding.update',
        fields: ({ ownerId, due }) => ({ ownerId, due: due === undefined ? undefined : (due?.day ?? 'by severity') }),
      },
    },
    dueDays: { read: ({ organizationId }) => loadDays(parts, organizationId) },
    setDueDays: {
      change: async ({ organizationId, days: changes }) => {
        const counts = Object.fromEntries(Object.entries(changes).filter(([, count]) => count !== undefined))
        demandDueDays({ ...defaultDueDays, ...counts })
        return store.findings.setDueDays(organizationId, counts, parts.clock.nowMs())
      },
      audit: {
        action: 'organization.update',
        fields: () => ({ dueDays: true }),
        target: (_done, { organizationId }) => organizationId,
      },
    },
    newestOutcomes: {
      read: ({ within, ...filter }) =>
        within ? listOutcomesWithin(parts, filter, within) : store.findings.newestOutcomes(filter),
    },
    countOutcomes: { read: (of) => store.findings.countOutcomes(of) },
    controlsEvidence: { read: (question) => loadControlsEvidence(parts, question) },
    tallyOutcomes: { read: ({ organizationId }) => store.findings.tallyOutcomes(organizationId) },
  }
}

async function loadDays({ store }: FindingParts, organizationId: string): Promise<DueDays> {
  return (await store.findings.dueDays(organizationId)) ?? defaultDueDays
}

async function findDetail(
  parts: FindingParts,
  { id, organizationId, within }: Parameters<FindingService['get']>[0],
): Promise<FindingDetail | undefined> {
  if (within && within.toMs < within.fromMs) return undefined
  const { findings } = parts.store
  const at = { atMs: within?.toMs }
  const row = await findings.find(id, organizationId, at)
  const [finding] = row && within ? await describeWithin(parts, [row], within) : [row]
  if (finding === undefined) return undefined
  const [history, changes, [judged = finding]] = await Promise.all([
    findings.history(id, at),
    findings.changes(id, at),
    within
      ? [judgeFinding(finding, await loadWaiverIndex(parts, organizationId, at))]
      : describeWaived(parts, organizationId, [finding]),
  ])
  return { ...judged, history, changes }
}

async function updateFinding(
  parts: FindingParts,
  { id, organizationId, userId, ownerId, due }: FindingUpdate,
): Promise<FindingDetail | undefined> {
  const { store, clock } = parts
  const atMs = clock.nowMs()
  const finding = await store.findings.find(id, organizationId)
  if (finding === undefined) return undefined
  const note = { findingId: id, organizationId, atMs, userId: userId ?? null }
  const changes: FindingChange[] = []
  if (ownerId !== undefined && ownerId !== finding.ownerId)
    changes.push({
      ...note,
      id: createTimeId(),
      member: 'owner',
      earlier: finding.ownerId,
      later: ownerId,
      reason: null,
    })
  const isDueChanged = due !== undefined && !(due === null && finding.dueReason === null)
  const dueAtMs = !isDueChanged ? finding.dueAtMs : await chooseDue(parts, finding, due)
  if (isDueChanged)
    changes.push({
      ...note,
      id: createTimeId(),
      member: 'due',
      earlier: formatDay(finding.dueAtMs),
      later: formatDay(dueAtMs),
      reason: due?.reason ?? null,
    })
  const values = {
    ownerId,
    dueAtMs: isDueChanged ? dueAtMs : undefined,
    dueReason: isDueChanged ? (due?.reason ?? null) : undefined,
  }
  if (changes.length > 0) await store.findings.update({ id, organizationId }, values, changes)
  return findDetail(parts, { id, organizationId })
}

async function chooseDue(parts: FindingParts, finding: Finding, due: FindingUpdate['due']): Promise<number> {
  if (due) return demandDueEnd(due, finding, parts.clock.nowMs())
  return computeDueMs(finding.changedAtMs, finding.severity, await loadDays(parts, finding.organizationId))
}
