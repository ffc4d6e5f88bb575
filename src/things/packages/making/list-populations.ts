import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import type { PackagePopulation, PackageSample } from '../../../evidence/package/package-content.ts'
import { sampleAlgorithm } from '../../../evidence/sampling/draw-sample.ts'
import { stateListCompleteness } from '../../../evidence/sampling/state-completeness.ts'
import { formatInventoryName } from '../../../inventory/inventory-head.ts'
import { compareTexts } from '../../../text/compare-texts.ts'
import type { Connection } from '../../connections/connection-state.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import { toIsoTime } from '../../parts/runtime-parts.ts'
import { populationSample } from '../../population-samples/thing.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { BundleAdder } from './add-bundles.ts'
import type { PackageOrder } from './package-order.ts'

/** The newest reading of each list that one of these runs read, by connection and list. */
export async function listPopulations(
  runtime: Runtime,
  { organizationId }: Pick<PackageOrder, 'organizationId'>,
  runIds: readonly string[],
): Promise<readonly PackagePopulation[]> {
  const newest = new Map<string, PackagePopulation>()
  for (const id of runIds) {
    const head = (await runtime.runs.kept({ id, organizationId }))?.recorded?.head
    if (head?.connectionId === undefined) continue
    for (const outcome of head.inventories ?? []) {
      const list = formatInventoryName(outcome)
      const key = JSON.stringify([head.connectionId, list])
      if (compareTexts(newest.get(key)?.readAt ?? '', head.startedAt) > 0) continue
      const { state, reasons } = stateListCompleteness(outcome)
      newest.set(key, {
        connectionId: head.connectionId,
        connector: head.connector.id,
        list,
        runId: head.id,
        readAt: head.startedAt,
        rows: outcome.count,
        total: outcome.total,
        covers: outcome.covers,
        completeness: state,
        reasons,
        recordsSha256: outcome.digest,
      })
    }
  }
  return [...newest].toSorted(([a], [b]) => compareTexts(a, b)).map(([, population]) => population)
}

/** Samples that were drawn in the period from lists of these connections, the oldest first, with the bundles of their runs. */
export async function addSamples(
  runtime: Runtime,
  { organizationId, mayReadPeople = true }: PackageOrder,
  bundles: BundleAdder,
  { period, connections }: { readonly period: TimeSpan; readonly connections: readonly Connection[] },
): Promise<readonly PackageSample[]> {
  const connectors = new Map(connections.map(({ id, connector }) => [id, connector]))
  const samples: PackageSample[] = []
  const service = runtime.serviceOf(populationSample)
  const pages = listAllRecords({
    list: (page) => service.list({ ...page, organizationId, within: period, state: undefined }),
  })
  for await (const page of pages)
    for (const { id, values, createdAtMs, createdBy } of page) {
      const connector = connectors.get(values.connectionId)
      if (connector === undefined || createdAtMs < period.fromMs || createdAtMs > period.toMs) continue
      const { connectionId, list, runId, completeness, reasons, total, secondSource, seedFrom } = values
      const { evidence, digest } = await bundles.addRun(runId)
      samples.push({
        id,
        connectionId,
        connector,
        list,
        runId,
        readAt: toIsoTime(values.readAtMs),
        completeness,
        reasons: reasons ?? [],
        total: total ?? undefined,
        secondSource: secondSource ?? undefined,
        drawnAt: toIsoTime(createdAtMs),
        drawnBy: createdBy ?? undefined,
        seedFrom,
        draw: {
          algorithm: sampleAlgorithm,
          seed: values.seed,
          populationSize: values.populationSize,
          populationSha256: values.populationSha256,
          drawn: mayReadPeople ? values.drawn : undefined,
        },
        evidence,
        digest,
      })
    }
  return samples.toReversed()
}
