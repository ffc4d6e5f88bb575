import { Random } from './random.ts'

/**
 * What really happened in an organization: people are hired, renamed and leave, and get accounts, which somebody removes or forgets.
 * Nothing here knows how cross-checks judge.
 */

export const dayMs = 86_400_000
/** When everything is read for the first time, and when it is judged. */
export const firstMs = Date.UTC(2026, 2, 1, 6)
export const nowMs = Date.UTC(2026, 5, 1, 12)

export interface Employment {
  /** Days, as times at midnight UTC. */
  readonly startMs: number
  /** The last day. */
  readonly endMs: number | undefined
  /** Id of the record in the personnel system. */
  readonly record: string
}

export interface Human {
  readonly number: number
  readonly name: string
  readonly kind: 'employee' | 'contractor'
  readonly employments: readonly Employment[]
  /** In order; each holds until the next. */
  readonly addresses: readonly { readonly fromMs: number; readonly address: string }[]
  readonly alias: string | undefined
  /** Hours from UTC at which their days end. */
  readonly zone: number
  /** Days after the end when the personnel system removes them. */
  readonly forgottenAfterDays: number | undefined
}

export interface Account {
  readonly id: string
  readonly system: number
  readonly kind: 'person' | 'guest' | 'service' | 'shared'
  /** Whose it is; of a service or mailbox who answers for it. */
  readonly human: Human | undefined
  readonly name: string
  readonly createdMs: number
  /** When somebody suspended it. */
  readonly suspendedMs: number | undefined
  readonly usesAlias: boolean
  /** Nobody told the system of a new name. */
  readonly keepsAddress: boolean
  readonly isAdministrator: boolean
  readonly hasFactor: boolean
  /** Used every day from the first to the last of these times; undefined: never. */
  readonly uses: { readonly fromMs: number; readonly untilMs: number } | undefined
}

/** A laptop that somebody was given. Afterwards it waits for the next one, or is not returned. */
export interface Device {
  readonly id: string
  readonly human: Human | undefined
  readonly givenMs: number
  readonly returnedMs: number | undefined
  readonly keepsAddress: boolean
}

/** One course that somebody was asked to take. */
export interface Training {
  readonly id: string
  readonly human: Human
  readonly assignedMs: number
  readonly completedMs: number | undefined
}

export interface History {
  readonly humans: readonly Human[]
  readonly accounts: readonly Account[]
  readonly devices: readonly Device[]
  readonly trainings: readonly Training[]
  /** Whether the training system forgets who left, and follows people when they are renamed. */
  readonly isTrainingTidy: boolean
  /** Whether the identity provider is a source of people, beside the personnel system. */
  readonly hasProviderPeople: boolean
}

/** The systems with accounts: the first is the identity provider, 1 and 2 know people by it alone. */
export const systemCount = 12

export function writeHistory(seed: number, size: number): History {
  const random = new Random(seed)
  const humans: Human[] = []
  for (let number = 0; number < size; number++) humans.push(hire(number, random, humans))
  const accounts = humans.flatMap((human) => openAccounts(human, random))
  for (let nth = 0; nth < Math.ceil(size / 15); nth++) accounts.push(openOther(nth, random, humans))
  const habits = new Random(seed + 500_000)
  const stopped = new Map(humans.map((human) => [human, findLastDayOfUse(human, habits)]))
  const reused = findReusedAddresses(humans)
  return {
    humans,
    accounts: accounts.map((account) => ({ ...account, uses: findUses(account, stopped, habits) })),
    devices: [...humans.flatMap((human) => giveDevice(human, reused, habits)), ...buySpares(size, habits)],
    trainings: humans.flatMap((human) => train(human, habits)),
    isTrainingTidy: seed % 10 !== 5,
    hasProviderPeople: seed % 2 === 0,
  }
}

/** When somebody stops using anything, although they may go on working here. */
function findLastDayOfUse(human: Human, random: Random): number {
  const untilMs = random.chance(0.06) ? nowMs - (20 + random.below(300)) * dayMs : Number.POSITIVE_INFINITY
  return human.employments.length > 1 ? untilMs : Math.min(untilMs, readLeftMs(human) ?? untilMs)
}

function findUses(
  { kind, human, createdMs, suspendedMs }: Omit<Account, 'uses'>,
  stopped: ReadonlyMap<Human, number>,
  random: Random,
): Account['uses'] {
  const stoppedMs = kind === 'person' && human ? (stopped.get(human) ?? 0) : Number.POSITIVE_INFINITY
  const isTried = random.chance(0.2)
  const ownMs = isTried ? createdMs + random.below(400) * dayMs : Number.POSITIVE_INFINITY
  const untilMs = Math.min(stoppedMs, ownMs, suspendedMs ?? Number.POSITIVE_INFINITY)
  return random.chance(0.05) || untilMs < createdMs ? undefined : { fromMs: createdMs, untilMs }
}

/** Addresses that somebody else got after their owner had left. Their laptops are collected before. */
function findReusedAddresses(humans: readonly Human[]): ReadonlySet<string> {
  const owners = Map.groupBy(
    humans.flatMap((human) => human.addresses.map(({ address }) => ({ human, address }))),
    ({ address }) => address,
  )
  return new Set([...owners].flatMap(([address, each]) => (each.length > 1 ? address : [])))
}

function giveDevice(human: Human, reused: ReadonlySet<string>, random: Random): Device[] {
  const [first] = human.employments
  const [isGiven, isKept, days, keepsAddress] = [
    random.chance(0.6),
    random.chance(0.15),
    random.below(10),
    random.chance(0.05),
  ]
  if (!first || !isGiven) return []
  const isBack = human.employments.length > 1
  const leftMs = readLeftMs(human)
  const hasCollector = human.addresses.some(({ address }) => reused.has(address))
  const returnedMs = isBack || leftMs === undefined || (isKept && !hasCollector) ? undefined : leftMs + days * dayMs
  return [{ id: `laptop-${human.number}`, human, givenMs: first.startMs, returnedMs, keepsAddress }]
}

function buySpares(size: number, random: Random): Device[] {
  return Array.from({ length: Math.ceil(size / 200) }, (_, nth) => ({
    id: `spare-${nth}`,
    human: undefined,
    givenMs: firstMs - random.below(100) * dayMs,
    returnedMs: undefined,
    keepsAddress: false,
  }))
}

/** Once a year, for most of them. */
function train(human: Human, random: Random): Training[] {
  const [first] = human.employments
  const [isForgotten, isLazy] = [random.chance(0.05), random.chance(0.05)]
  const trainings: Training[] = []
  for (let nth = 0; nth < 6; nth++) {
    const [days, isSkipped] = [random.below(25), random.chance(0.05)]
    const assignedMs = (first?.startMs ?? nowMs) + nth * 330 * dayMs
    if (!first || isForgotten || assignedMs > nowMs || isSkipped) continue
    const doneMs = assignedMs + days * dayMs
    const completedMs = isLazy || !isWorking(human, doneMs) ? undefined : doneMs
    trainings.push({ id: `t${nth}-${human.number}`, human, assignedMs, completedMs })
  }
  return trainings
}

function hire(number: number, random: Random, before: readonly Human[]): Human {
  const startMs = firstMs - (30 + random.below(1_500)) * dayMs
  const record = `p${number}`
  const isNew = random.chance(0.08)
  const first = { startMs: midnight(isNew ? firstMs + random.below(80) * dayMs : startMs), endMs: undefined, record }
  const hasLeft = random.chance(0.18)
  // Some left long ago, most of them lately, and some will leave.
  const endMs = midnight(hasLeft ? Math.max(first.startMs + 10 * dayMs, nowMs - (random.below(160) - 15) * dayMs) : 0)
  const own = hasLeft ? { ...first, endMs } : first
  const again = hasLeft && endMs < nowMs - 30 * dayMs && random.chance(0.06)
  const employments = again
    ? [own, { startMs: endMs + 20 * dayMs, endMs: undefined, record: random.chance(0.5) ? record : `${record}b` }]
    : [own]
  const name = `Person ${number}`
  const usual = `person${number}@acme.example`
  const gone = before.filter(
    ({ employments: [only, ...more] }) => more.length === 0 && only?.endMs !== undefined && only.endMs < first.startMs,
  )
  const used = isNew && gone.length > 0 && random.chance(0.1) ? random.pick(gone).addresses.at(-1)?.address : undefined
  const addresses = [{ fromMs: 0, address: used ?? usual }]
  if (random.chance(0.04))
    addresses.push({ fromMs: firstMs + (5 + random.below(80)) * dayMs, address: `married${number}@acme.example` })
  return {
    number,
    name,
    kind: random.chance(0.15) ? 'contractor' : 'employee',
    employments,
    addresses,
    alias: random.chance(0.05) ? `p.${number}@acme.example` : undefined,
    zone: random.below(27) - 12,
    forgottenAfterDays: random.chance(0.2) ? 5 + random.below(60) : undefined,
  }
}

function openAccounts(human: Human, random: Random): Omit<Account, 'uses'>[] {
  const [first] = human.employments
  const last = human.employments.at(-1)
  const isBack = human.employments.length > 1
  if (!first || !last) return []
  const accounts: Omit<Account, 'uses'>[] = []
  for (let system = 0; system < systemCount; system++) {
    // Everybody who signs in somewhere does so by the identity provider.
    if (system > 0 && random.chance(0.3)) continue
    const isForgotten = random.chance(0.12)
    const end = isBack || isForgotten ? undefined : readLeftMs(human)
    accounts.push({
      id: `${system}-${human.number}`,
      system,
      kind: 'person',
      human,
      name: human.name,
      // Nobody opens accounts for people who are gone.
      createdMs: Math.min(
        first.startMs + (random.below(200) - 5) * dayMs * (random.chance(0.7) ? 0.02 : 1),
        (first.endMs ?? Number.POSITIVE_INFINITY) - dayMs,
      ),
      suspendedMs: end === undefined ? undefined : end + (random.below(24) - 6) * 3_600_000,
      usesAlias: human.alias !== undefined && random.chance(0.3),
      keepsAddress: random.chance(0.4),
      isAdministrator: random.chance(0.06),
      hasFactor: random.chance(0.9),
    })
  }
  return accounts
}

/** Guests, robots and mailboxes. */
function openOther(nth: number, random: Random, humans: readonly Human[]): Omit<Account, 'uses'> {
  const kind = random.pick(['guest', 'service', 'shared'] as const)
  const working = humans.filter((human) => readLeftMs(human) === undefined)
  return {
    id: `${kind}-${nth}`,
    system: 3 + random.below(systemCount - 3),
    kind,
    human: kind === 'guest' ? undefined : random.pick(working),
    name: `${kind} ${nth}`,
    createdMs: firstMs - random.below(900) * dayMs,
    suspendedMs: undefined,
    usesAlias: false,
    keepsAddress: true,
    isAdministrator: random.chance(0.1),
    hasFactor: random.chance(0.5),
  }
}

/** When somebody left for good: the end of their last day where they are. */
export function readLeftMs({ employments, zone }: Human): number | undefined {
  const endMs = employments.at(-1)?.endMs
  return endMs === undefined ? undefined : endMs + dayMs - zone * 3_600_000
}

/** Whether somebody worked here at a time, by the days where they are. */
export function isWorking({ employments, zone }: Human, atMs: number): boolean {
  const localMs = atMs + zone * 3_600_000
  return employments.some(
    ({ startMs, endMs }) => startMs <= localMs && (endMs === undefined || localMs < endMs + dayMs),
  )
}

export function readAddress({ addresses }: Human, atMs: number): string {
  return addresses.findLast(({ fromMs }) => fromMs <= atMs)?.address ?? ''
}

function midnight(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}
