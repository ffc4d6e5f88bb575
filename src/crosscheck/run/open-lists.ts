import type { ErrorKind } from '../../define/index.ts'
import { isBlank } from '../../text/is-blank.ts'
import type { CrossCheckConnection, CrossCheckNeeds } from '../define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckInventory, CrossCheckSystem, ListedKind } from '../define/inputs.ts'
import { isInForce } from '../people/is-in-force.ts'
import { judgeReading, listInventories, type ReadingState } from '../people/reading-state.ts'

/** A list that can be read, complete or not. */
export interface OpenList {
  readonly system: CrossCheckSystem
  readonly inventory: CrossCheckInventory
  readonly state: ReadingState
  readonly connection: CrossCheckConnection
}

/** A connection of which something cannot be told, or need not be. */
export interface SystemNote {
  readonly system: CrossCheckSystem
  readonly is: 'undecided' | 'not applicable'
  readonly because: string
  readonly kind: ErrorKind
  /** Whether something of the connection should have been read. */
  readonly isMissed: boolean
}

/** The lists of one kind, over all connections. */
export interface OpenLists {
  readonly lists: readonly OpenList[]
  readonly notes: readonly SystemNote[]
  /** When reading the oldest began, epoch ms. */
  readonly oldestMs: number | undefined
}

/** The kinds that a cross-check needs from every connection. */
export function listNeededKinds({ accounts, devices, training, policies }: CrossCheckNeeds): readonly ListedKind[] {
  return [
    ...(accounts ? (['account'] as const) : []),
    ...(devices ? (['device'] as const) : []),
    ...(training ? (['training'] as const) : []),
    ...(policies ? (['acknowledgement'] as const) : []),
  ]
}

/** Which lists of a kind can be read, and what stands against the others. */
export function openLists({ systems, now, variables, directory }: CrossCheckInputs, of: ListedKind): OpenLists {
  const nowMs = Date.parse(now)
  const lists: OpenList[] = []
  const notes: SystemNote[] = []
  for (const system of systems) {
    const inventories = listInventories(system, of)
    const reason = findObstacle(system, inventories, of, nowMs)
    // Nobody expects that a personnel system has accounts.
    const isSource = directory.sources.some(({ connectionId }) => connectionId === system.connectionId)
    if (reason && (reason.isMissed || !isSource)) notes.push({ system, ...reason })
    if (reason || (inventories.length === 0 && !canList(system, of))) continue
    for (const inventory of inventories) {
      const state = judgeReading(system, inventory, nowMs, variables?.max_age_hours)
      if (state.because !== undefined)
        notes.push({
          system,
          is: 'undecided',
          because: state.because,
          kind: inventory.error?.kind ?? 'incomplete_data',
          isMissed: true,
        })
      if (state.isFresh) lists.push({ system, inventory, state, connection: toConnection(system, inventory, state) })
    }
  }
  const oldestMs = lists.length === 0 ? undefined : Math.min(...lists.map(({ state }) => state.readAtMs))
  return { lists, notes, oldestMs }
}

type Obstacle = Omit<SystemNote, 'system'>

function findObstacle(
  system: CrossCheckSystem,
  inventories: readonly CrossCheckInventory[],
  of: ListedKind,
  nowMs: number,
): Obstacle | undefined {
  const { name, state, exempt } = system
  const isListing = canList(system, of) || inventories.length > 0
  if (exempt && !isBlank(exempt.reason) && isInForce(exempt, nowMs)) {
    const because = `${exempt.by} has taken ${name} out of the cross-checks until ${exempt.expires}: ${exempt.reason}`
    return { is: 'not applicable', because, kind: 'config', isMissed: true }
  }
  // Nobody expects devices of a code host, but accounts are everywhere.
  if (!isListing && (of !== 'account' || isOwn(system))) return undefined
  if (!isListing)
    return {
      is: 'not applicable',
      because: `The connector of ${name} lists no accounts.`,
      kind: 'config',
      isMissed: false,
    }
  if (state === 'disconnected')
    return {
      is: 'undecided',
      because: `${name} is disconnected. Connect it again, or take it out with a reason.`,
      kind: 'config',
      isMissed: true,
    }
  if (inventories.length === 0)
    return {
      is: 'undecided',
      because: `The list "${of}" of ${name} was never read. Run the connection.`,
      kind: 'incomplete_data',
      isMissed: true,
    }
  return undefined
}

function canList({ lists }: CrossCheckSystem, of: ListedKind): boolean {
  return lists.some((each) => each === of)
}

/** Whether it stands for what the organization keeps itself. */
function isOwn({ inventories }: CrossCheckSystem): boolean {
  return inventories.some(({ of }) => of === 'acknowledgement')
}

function toConnection(
  { connectionId, name, connector, signsInBy }: CrossCheckSystem,
  { complete, tells }: CrossCheckInventory,
  { readAtMs }: ReadingState,
): CrossCheckConnection {
  return {
    id: connectionId,
    name,
    connectorId: connector.id,
    readAt: new Date(readAtMs),
    complete,
    tells: new Set(tells),
    signsInBy,
  }
}
