import { toJudged } from '../../../checks/judgements/open-judgements.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { readExpiryMs } from '../../../checks/waivers/limits.ts'
import type { PackageJudgement, PackageWaiver } from '../../../evidence/package/package-content.ts'
import type { Connection } from '../../connections/connection-state.ts'
import { toIsoTime } from '../../parts/runtime-parts.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { PackageOrder } from './package-order.ts'

/** Those that held at some time of the period, the oldest first. */
export async function listWaivers(
  runtime: Runtime,
  { organizationId, connections }: PackageOrder,
  { fromMs, toMs }: TimeSpan,
): Promise<readonly PackageWaiver[]> {
  const all = await runtime.waivers.list({ organizationId, revoked: true })
  return all
    .filter(
      ({ waiver, createdAtMs, revokedAtMs }) =>
        createdAtMs <= toMs &&
        (revokedAtMs ?? toMs) >= fromMs &&
        readExpiryMs(waiver) >= fromMs &&
        (connections === undefined ||
          waiver.allConnections === true ||
          [waiver.connection ?? []].flat().some((id) => connections.includes(id))),
    )
    .toReversed()
    .map(({ id, waiver, createdAtMs, revokedAtMs }) => ({
      id,
      waiver,
      madeAt: toIsoTime(createdAtMs),
      // What came after the period is not known in it.
      revokedAt: revokedAtMs !== null && revokedAtMs <= toMs ? toIsoTime(revokedAtMs) : undefined,
    }))
}

const pageLength = 100

/** Those that held at some time of the period, the oldest first. */
export async function listJudgements(
  runtime: Runtime,
  { organizationId, connections: chosen }: PackageOrder,
  { fromMs, toMs }: TimeSpan,
  connections: readonly Connection[],
): Promise<readonly PackageJudgement[]> {
  const ids = new Set([...connections.map(({ id }) => id), ...(chosen ? [] : [organizationId])])
  const found: PackageJudgement[] = []
  // Findings whose newest judgement before the period was seen: an older one does not hold again when that one ends.
  const settled = new Set<string>()
  for (let before: { readonly createdAtMs: number; readonly id: string } | undefined; ; ) {
    const page = await runtime.judgements.list({ organizationId, atMs: toMs, limit: pageLength, before })
    for (const judgement of page) {
      const { connectionId, connectorId: connector, checkId: check, findingId, runId, withdrawnAtMs } = judgement
      const endMs = Math.min(withdrawnAtMs ?? toMs, readExpiryMs(judgement))
      const isReplaced = settled.has(findingId)
      if (judgement.createdAtMs < fromMs) settled.add(findingId)
      if (!ids.has(connectionId) || endMs < fromMs || isReplaced) continue
      found.push({
        ...toJudged(judgement),
        connector,
        connectionId,
        check,
        findingId,
        runId,
        withdrawnAt: withdrawnAtMs === null ? undefined : toIsoTime(withdrawnAtMs),
      })
    }
    before = page.at(-1)
    if (page.length < pageLength) return found.toReversed()
  }
}

/** When something that was decided began or ended to hold. */
export function listDecisionTimes(
  waivers: readonly PackageWaiver[],
  judgements: readonly PackageJudgement[],
): readonly number[] {
  return [
    ...waivers.flatMap(({ waiver, madeAt, revokedAt = madeAt }) => [
      ...[Date.parse(madeAt), Date.parse(revokedAt)],
      readExpiryMs(waiver) + 1,
    ]),
    ...judgements.flatMap((judgement) => [
      ...[Date.parse(judgement.at), Date.parse(judgement.withdrawnAt ?? judgement.at)],
      readExpiryMs(judgement) + 1,
    ]),
  ]
}
