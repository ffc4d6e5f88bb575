import type { AnyConnector, Check, ConnectorDefinition } from '../../../define/index.ts'
import { toReplayedExchange } from '../../../evidence/recording/recorded-exchange.ts'
import type { RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { type ExchangeIndex, indexRecorded, RequestKeys } from '../../../evidence/replay/exchange-index.ts'
import { blockNetwork } from '../../../evidence/replay/offline.ts'
import { type ReplayedCheck, replayCheck } from '../../../evidence/replay/replay-check.ts'
import { ReplayedInventories } from '../../../evidence/replay/replay-inventories.ts'
import type { ExchangeRecord } from '../../../http/exchanges/exchange.ts'
import { type TrialVerdict, toVerdict } from './verdict.ts'

/** Of each exchange, because worlds that differ in one answer share the others. */
const replayedExchanges = new WeakMap<RecordedExchange, ExchangeRecord>()

function toReplayed(exchange: RecordedExchange, number: number, now: string): ExchangeRecord {
  const known = replayedExchanges.get(exchange) ?? toReplayedExchange(exchange, number, now)
  replayedExchanges.set(exchange, known)
  return known.number === number && known.startedAt === now ? known : { ...known, number, startedAt: now }
}

const requestKeys = new WeakMap<ConnectorDefinition, RequestKeys>()

function openKeys(definition: ConnectorDefinition): RequestKeys {
  const keys = requestKeys.get(definition) ?? new RequestKeys(definition)
  requestKeys.set(definition, keys)
  return keys
}

interface OpenWorld {
  readonly keys: RequestKeys
  readonly index: ExchangeIndex
  readonly exchanges: readonly number[]
}

/** Indexes of worlds: many mutants are tried on one. */
const opened = new WeakMap<Recording, OpenWorld>()

function openWorld(world: Recording, { definition }: AnyConnector): OpenWorld {
  const known = opened.get(world)
  if (known) return known
  const keys = openKeys(definition)
  const replayed = world.exchanges.map((exchange, at) => toReplayed(exchange, at + 1, world.inputs.now))
  const open = { keys, index: indexRecorded(replayed, keys), exchanges: replayed.map(({ number }) => number) }
  opened.set(world, open)
  return open
}

/**
 * What checks of a connector say of a world, without network and waits. Each check may ask everything that is in the world.
 * @param checks @default all of the connector
 * @param signal ends a check that has no end. @default nothing does
 */
export async function tryChecks(
  connector: AnyConnector,
  world: Recording,
  checks: readonly Check[] = connector.checks,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, TrialVerdict>> {
  const replayed = await replayOnWorld(connector, world, checks, { signal })
  return new Map([...replayed].map(([id, { outcome, missing }]) => [id, toVerdict(outcome, missing)]))
}

interface WorldTrialOptions {
  readonly signal?: AbortSignal | undefined
  /** Gets the place in the world of each answer that is read. @default nothing is called */
  readonly onRead?: ((place: number) => void) | undefined
}

/** The same, with all that the checks report. */
function replayOnWorld(
  connector: AnyConnector,
  world: Recording,
  checks: readonly Check[],
  options: WorldTrialOptions,
): Promise<ReadonlyMap<string, ReplayedCheck>> {
  return blockNetwork(() => replayApart(connector, world, checks, options))
}

async function replayApart(
  connector: AnyConnector,
  world: Recording,
  checks: readonly Check[],
  { signal, onRead }: WorldTrialOptions,
): Promise<ReadonlyMap<string, ReplayedCheck>> {
  const { keys, index: whole, exchanges } = openWorld(world, connector)
  const { inputs } = world
  const index = onRead ? watchReads(whole, onRead) : whole
  // Where two users have one id, whether their requests meet under way is a matter of chance.
  const surroundings = { connector, keys, index, inputs, signal, confine, repeats: true }
  const inventories = new ReplayedInventories(surroundings, [], connector.checks, exchanges)
  try {
    const replayed = new Map<string, ReplayedCheck>()
    const { variables } = inputs
    for (const check of checks)
      replayed.set(check.id, await replayCheck(check, { exchanges, variables }, surroundings, inventories))
    return replayed
  } finally {
    inventories.close()
  }
}

/** The network is blocked already, and nobody asks where a check tried to reach. */
async function confine<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly reached: readonly string[] }> {
  return { value: await work(), reached: [] }
}

function watchReads(index: ExchangeIndex, onRead: (place: number) => void): ExchangeIndex {
  return {
    ...index,
    load: (number) => {
      // Numbers begin at 1.
      onRead(number - 1)
      return index.load(number)
    },
  }
}

/** What one check reports of a world. */
export async function tryOutcome(
  connector: AnyConnector,
  world: Recording,
  check: Check,
  signal?: AbortSignal,
): Promise<Pick<ReplayedCheck, 'outcome' | 'missing'>> {
  const replayed = (await replayOnWorld(connector, world, [check], { signal })).get(check.id)
  if (!replayed) throw new TypeError(`The check "${check.id}" said nothing.`)
  return replayed
}

/** What one check says of a world. */
export async function tryCheck(
  connector: AnyConnector,
  world: Recording,
  check: Check,
  options: WorldTrialOptions = {},
): Promise<TrialVerdict> {
  const replayed = (await replayOnWorld(connector, world, [check], options)).get(check.id)
  if (!replayed) throw new TypeError(`The check "${check.id}" said nothing.`)
  return toVerdict(replayed.outcome, replayed.missing)
}
