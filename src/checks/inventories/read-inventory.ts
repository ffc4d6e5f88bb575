import { type Check, type CheckFailure, type Inventory, listMemberWords, toInventoryId } from '../../define/index.ts'
import { runInSteps } from '../../http/requests/work-step.ts'
import { RecordShelf } from '../../inventory/record-shelf.ts'
import { catchThrown } from '../context/catch-thrown.ts'
import { createReadingContext } from '../context/check-context.ts'
import { runCheckWithDeadline } from '../context/check-deadline.ts'
import { toCheckFailure } from '../context/check-failure.ts'
import { pickVariables } from '../context/check-variables.ts'
import { callConnectorCode } from '../context/connector-frames.ts'
import { demandReady } from '../context/demand-ready.ts'
import type { ReadInventory } from '../context/inventory-reader.ts'
import { nameSteps, type RunScope } from '../context/run-scope.ts'
import { Stray } from '../context/unhandled-rejections.ts'
import { runAsOwner } from '../results/provenance.ts'
import { Reporter } from '../results/reporter.ts'
import { Listing } from './listing.ts'
import { FactReading, type OpenFactContext } from './read-facts.ts'

const timeoutMsDefault = 600_000

/**
 * Reads an inventory to its end, its facts included. Never throws: whatever happens is part of the outcome.
 * @param facts members of its that a check reads and that the list does not say
 */
export async function readInventory(
  inventory: Inventory,
  facts: readonly string[],
  scope: RunScope,
): Promise<ReadInventory> {
  const { connector, clock, redactor, emit, now } = scope
  const work = toWork(inventory)
  const startedAtMs = clock.nowMs()
  const nowMs = () => clock.nowMs()
  const reporter = new Reporter({ ...scope, check: work, results: noResults, nowMs, waiverFor: undefined })
  const variables = pickVariables(work, scope)
  const shelf = new RecordShelf({ of: inventory.of, merge: inventory.merge, redactor })
  const listing = new Listing(inventory, shelf, reporter, now)
  const stray = new Stray()
  const explain = (thrown: unknown, scopes = inventory.scopes) =>
    toCheckFailure(thrown, { check: { scopes }, subject: 'list', grantedScopes: scope.grantedScopes, redactor })
  const parts = { id: work.id, writes: false, variables: variables.get, reporter }
  const timeoutMs = inventory.timeoutMs ?? timeoutMsDefault
  emit?.({ type: 'inventory.started', inventory: work.id })
  const list = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => listing.end(), { once: true })
    try {
      const context = createReadingContext(scope, signal, { ...parts, ...listing.parts })
      await callConnectorCode(async () => {
        await demandReady(connector, context)
        await listing.read(context)
      })
    } finally {
      listing.end()
    }
  }
  const factReading = new FactReading({
    inventory,
    members: facts,
    now,
    explain: (thrown, member) => explain(thrown, inventory.facts?.[member]?.scopes),
  })
  const read = async (): Promise<CheckFailure | undefined> => {
    const thrown = await catchThrown(() => runCheckWithDeadline(timeoutMs, scope.signal, list, 'list'))
    const ended = thrown ? explain(thrown.thrown) : listing.findQuietFailure(explain)
    const open =
      (signal: AbortSignal): OpenFactContext =>
      (own) =>
        createReadingContext(scope, signal, { ...parts, ...own })
    const unkept = await catchThrown(() => sortWithFacts(shelf, factReading, open, timeoutMs, scope.signal))
    return ended ?? (unkept ? explain(unkept.thrown) : listing.findContradiction())
  }
  const failure = await runAsOwner(stray, () => runInSteps(nameSteps(scope, work.id), read))
  await stray.end()
  reporter.close()
  const { logs, requests, retries, exchanges } = reporter
  const error = failure ?? (stray.first && explain(stray.first.thrown))
  const head: ReadInventory['head'] = {
    of: inventory.of,
    part: inventory.part,
    complete: error === undefined,
    count: shelf.count,
    ...(await countByStatus(inventory, shelf)),
    total: error === undefined ? listing.total : undefined,
    covers: inventory.covers,
    leavesOut: inventory.leavesOut ?? [],
    error,
    facts: facts.length > 0 ? facts : undefined,
    refused: factReading.refused.size > 0 ? Object.fromEntries(factReading.refused) : undefined,
    variables: variables.redacted,
    exchanges,
    requests,
    retries,
    durationMs: Math.max(0, clock.nowMs() - startedAtMs),
    logs,
  }
  emit?.({ type: 'inventory.finished', inventory: work.id, outcome: head })
  return { head, shelf }
}

/** Puts the records in order, with their facts. It always comes to its end: facts whose time is over are not known. */
async function sortWithFacts(
  shelf: RecordShelf,
  facts: FactReading,
  open: (signal: AbortSignal) => OpenFactContext,
  timeoutMs: number,
  cancelled: AbortSignal | undefined,
): Promise<void> {
  if (!facts.areWanted) return shelf.sort()
  let sorting: Promise<void> | undefined
  const ended = await catchThrown(() =>
    runCheckWithDeadline(
      timeoutMs,
      cancelled,
      (signal) => {
        const context = open(signal)
        sorting = shelf.sort((records) => facts.complete(records, context, signal))
        return sorting
      },
      'list',
    ),
  )
  // Nothing was asked for where the run had been cancelled before.
  if (ended && !sorting) facts.refuseAll(ended.thrown)
  await (sorting ?? shelf.sort())
  shelf.refuse(new Map([...facts.refused].map(([member, { message }]) => [member, message])))
}

/** What the reporter and the variables take for a check: a list reports no results. */
function toWork({
  connector,
  scopes,
  timeoutMs,
  ...inventory
}: Inventory): Check & { readonly id: `inventory:${string}` } {
  const id = toInventoryId(inventory)
  return {
    id,
    title: `Inventory of kind "${inventory.of}"`,
    connectorId: connector.id,
    scopes,
    timeoutMs,
    run: () => undefined,
  }
}

const noResults = { add: () => undefined }

async function countByStatus(
  { of }: Inventory,
  shelf: RecordShelf,
): Promise<{ readonly byStatus?: Readonly<Record<string, number>> }> {
  const words = listMemberWords(of).status
  if (!words) return {}
  const byStatus = Object.fromEntries(words.map((word) => [word, 0]))
  try {
    for await (const { record } of shelf.read())
      byStatus[String(record.status)] = (byStatus[String(record.status)] ?? 0) + 1
  } catch {
    // What cannot be read again is told where somebody reads it.
    return {}
  }
  return { byStatus: Object.fromEntries(Object.entries(byStatus).filter(([, count]) => count > 0)) }
}
