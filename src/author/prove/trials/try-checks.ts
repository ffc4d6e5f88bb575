import type { AnyConnector, Check } from '../../../define/index.ts'
import { toReplayedExchange } from '../../../evidence/recording/recorded-exchange.ts'
import type { RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { type ExchangeIndex, indexRecorded, RequestKeys } from '../../../evidence/replay/exchange-index.ts'
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
  const keys = new RequestKeys(definition)
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
  const replayed = await replayOnWorld(connector, world, checks, signal)
  return new Map([...replayed].map(([id, { outcome, missing }]) => [id, toVerdict(outcome, missing)]))
}

/** The same, with all that the checks report. */
async function replayOnWorld(
  connector: AnyConnector,
  world: Recording,
  checks: readonly Check[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ReplayedCheck>> {
  const { keys, index, exchanges } = openWorld(world, connector)
  const { inputs } = world
  const surroundings = { connector, keys, index, inputs, signal }
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

/** What one check reports of a world. */
export async function tryOutcome(
  connector: AnyConnector,
  world: Recording,
  check: Check,
  signal?: AbortSignal,
): Promise<Pick<ReplayedCheck, 'outcome' | 'missing'>> {
  const replayed = (await replayOnWorld(connector, world, [check], signal)).get(check.id)
  if (!replayed) throw new TypeError(`The check "${check.id}" said nothing.`)
  return replayed
}

/** What one check says of a world. */
export async function tryCheck(
  connector: AnyConnector,
  world: Recording,
  check: Check,
  signal?: AbortSignal,
): Promise<TrialVerdict> {
  const verdict = (await tryChecks(connector, world, [check], signal)).get(check.id)
  if (!verdict) throw new TypeError(`The check "${check.id}" said nothing.`)
  return verdict
}
