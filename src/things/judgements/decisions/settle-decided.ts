import { toEvidenceKey } from '../../../checks/controls/check-evidence.ts'
import { collectNewestEvidence } from '../../../checks/controls/collect-evidence.ts'
import { judgeDecided, type SettledOutcome, type UnsettledOutcome } from '../../../checks/controls/outcome-groups.ts'
import { readExpiryMs } from '../../../checks/waivers/limits.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { loadDecided } from './decision-index.ts'

/** Many connections may have been asked, or a decision may concern many, since somebody looked last. */
const settledAtOnce = 500

type DecidedParts = Uses<'findings' | 'runs' | 'judgements' | 'waivers', 'clock' | 'connectors' | 'crossChecks'>

/**
 * Finds out what decisions make of the newest outcomes where that has changed since somebody looked last, by their results, and keeps it. Mostly
 * nothing has changed. What cannot be found out stays unsettled, and whoever asks looks at it.
 */
export async function settleDecided(parts: DecidedParts, organizationId: string): Promise<void> {
  const { store, clock, connectors, crossChecks } = parts
  const of = { organizationId, nowMs: clock.nowMs() }
  await Promise.all([
    store.findings.settleWaivers({ ...of, connectors: crossChecks.withConnectors(connectors.values()) }),
    store.findings.endDecided(of),
  ])
  for (let after: UnsettledOutcome | undefined; ; ) {
    const page = await store.findings.listUnsettled({ organizationId, limit: settledAtOnce, after })
    // Which waivers cover what a check found also depends on its connector, and a process, such as a command, may not have all.
    const known = page.filter(({ connectorId }) => connectors.has(connectorId))
    if (known.length > 0)
      await store.findings.saveSettled({ organizationId, outcomes: await judgeUnsettled(parts, of, known) })
    after = page.at(-1)
    if (page.length < settledAtOnce) return
  }
}

async function judgeUnsettled(
  parts: DecidedParts,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
  outcomes: readonly UnsettledOutcome[],
): Promise<readonly SettledOutcome[]> {
  const { store } = parts
  // The decisions are read after the outcomes were listed, so that one that is made meanwhile makes them unsettled again.
  const [{ decisions: inForce, judgements }, [newest]] = await Promise.all([
    loadDecided(parts, organizationId),
    store.judgements.list({ organizationId, limit: 1 }),
  ])
  // The clock of another process is ahead: nothing would tell when its judgement begins to hold.
  if (newest !== undefined && newest.createdAtMs > nowMs) return []
  const evidence = await collectNewestEvidence(store.runs.listRecorded(outcomes), new Date(nowMs), inForce)
  const byKey = new Map(evidence.map((each) => [toEvidenceKey(each, each.check.id), each]))
  const byConnection = Map.groupBy(judgements, ({ connectionId }) => connectionId)
  return outcomes.flatMap(({ connectorId: connector, connectionId, checkId, decisions }) => {
    const found = byKey.get(toEvidenceKey({ connector, connectionId }, checkId))
    if (found === undefined) return []
    const ends = found.results.manual > 0 ? (byConnection.get(connectionId) ?? []).map(readExpiryMs) : []
    const untilMs = ends.length > 0 ? Math.min(...ends) : null
    const { accepted, refused } = found.judged ?? { accepted: 0, refused: 0 }
    return [{ connectionId, checkId, decisions, decided: judgeDecided(found), accepted, refused, untilMs }]
  })
}
