import { ApiError } from '../../../errors/index.ts'
import { drawSample } from '../../../evidence/sampling/draw-sample.ts'
import { listSubjectNames } from '../../../evidence/sampling/list-subject-names.ts'
import { type SecondSource, stateCompleteness } from '../../../evidence/sampling/state-completeness.ts'
import { formatInventoryName } from '../../../inventory/inventory-head.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { InventoryRef, OpenInventoryList } from '../../inventories/inventories.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { sampleSizeMax } from '../limits.ts'
import { populationSample } from '../thing.ts'

/** A list of a connection. */
export type ListRef = Pick<InventoryRef, 'connectionId' | 'of' | 'part'>

export interface SampleWish {
  readonly list: ListRef
  readonly size: number
  /** What the auditor chose. @default the root of the log's checkpoint now */
  readonly seed?: string | undefined
  /** How many the vendor counts, as a person looked it up. */
  readonly total?: number | undefined
  /** Another list that should have the same people or things. */
  readonly secondSource?: ListRef | undefined
}

type SampleRuntime = Pick<Runtime, 'inventories' | 'log' | 'serviceOf'>

/**
 * Draws a sample of the newest reading of a list, and keeps it with what the population is.
 * @throws ApiError `NOT_FOUND`, `API_INVALID`; StoreError `STORE_CONFLICT` when a run replaced the list meanwhile
 */
export async function drawPopulation(
  runtime: SampleRuntime,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string | undefined },
  wish: SampleWish,
): Promise<ThingRecord<typeof populationSample.all>> {
  const { head, records } = await demandList(runtime, organizationId, wish.list)
  const second = wish.secondSource && (await openSecondSource(runtime, organizationId, wish.list, wish.secondSource))
  const ids: string[] = []
  const names = second ? new Set<string>() : undefined
  for await (const record of records()) {
    ids.push(record.id)
    if (names) for (const name of listSubjectNames(head.of, record)) names.add(name)
  }
  if (ids.length === 0) throw new ApiError('The list is empty, so there is nothing to draw.', { code: 'API_INVALID' })
  const { state, reasons, missing } = stateCompleteness({ ...head, ids, names }, { total: wish.total, second })
  const seed = wish.seed ?? (await readCheckpointRoot(runtime, organizationId))
  const draw = drawSample(ids, seed, Math.min(wish.size, sampleSizeMax))
  const service = runtime.serviceOf(populationSample)
  const { id } = await service.createAll({
    organizationId,
    userId,
    records: [
      {
        list: formatInventoryName(head),
        connectionId: wish.list.connectionId,
        runId: head.runId,
        readAtMs: Date.parse(head.readAt),
        recordsSha256: head.digest ?? null,
        total: wish.total ?? null,
        secondSource: second?.name ?? null,
        completeness: state,
        reasons: reasons.length > 0 ? reasons : null,
        missing: missing.length > 0 ? missing : null,
        populationSize: draw.populationSize,
        populationSha256: draw.populationSha256,
        seedFrom: wish.seed === undefined ? 'log' : 'auditor',
        seed,
        drawn: draw.drawn,
      },
    ],
  })
  const record = await service.get({ organizationId, id })
  if (record) return record
  throw new ApiError('There is no such sample.', { code: 'NOT_FOUND' })
}

/** The third line of a checkpoint is the root of the log, which nobody knew before the request. */
async function readCheckpointRoot({ log }: SampleRuntime, organizationId: string): Promise<string> {
  const { checkpoint } = await log.head(organizationId)
  return checkpoint.split('\n')[2] ?? checkpoint
}

async function openSecondSource(
  runtime: SampleRuntime,
  organizationId: string,
  list: ListRef,
  ref: ListRef,
): Promise<SecondSource> {
  if (ref.connectionId === list.connectionId && ref.of === list.of && ref.part === list.part)
    throw new ApiError('A list confirms nothing of itself. Choose another one.', { code: 'API_INVALID' })
  const { head, records } = await demandList(runtime, organizationId, ref)
  const ids: (readonly string[])[] = []
  for await (const record of records()) {
    const names = listSubjectNames(head.of, record)
    // Whoever has left is rightly in no other list, and what names nothing cannot be compared.
    if (names.length > 0 && !hasLeft(record.status)) ids.push(names)
  }
  return { name: `${formatInventoryName(head)} of ${head.connector.id} (${ref.connectionId})`, ids }
}

const goneStatuses: readonly unknown[] = ['deleted', 'left', 'suspended', 'future']

function hasLeft(status: unknown): boolean {
  return goneStatuses.includes(status)
}

async function demandList(
  { inventories }: SampleRuntime,
  organizationId: string,
  ref: ListRef,
): Promise<OpenInventoryList> {
  const opened = await inventories.open({ ...ref, organizationId })
  if (opened) return opened
  throw new ApiError(`There is no list ${formatInventoryName(ref)} of this connection. A run that reads it makes it.`, {
    code: 'NOT_FOUND',
  })
}
