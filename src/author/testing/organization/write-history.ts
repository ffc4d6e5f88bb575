import {
  dayMs,
  type EmploymentPeriod,
  firstMs,
  type HistoryAccount,
  type Human,
  nowMs,
  type OrganizationHistory,
  readLeftMs,
  systemCount,
} from './history.ts'
import { Random } from './random.ts'
import { buySpares, giveDevice, train } from './write-belongings.ts'

export function writeHistory(seed: number, size: number): OrganizationHistory {
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

/** Addresses that somebody else got after their owner had left. Their laptops are collected before. */
function findReusedAddresses(humans: readonly Human[]): ReadonlySet<string> {
  const owners = Map.groupBy(
    humans.flatMap((human) => human.addresses.map(({ address }) => ({ human, address }))),
    ({ address }) => address,
  )
  return new Set([...owners].flatMap(([address, each]) => (each.length > 1 ? address : [])))
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
  const isFree = used !== undefined && isFreeAddress(used, employments, before)
  const addresses = [{ fromMs: 0, address: isFree ? used : usual }]
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

/** Nobody gets an address that somebody else has at the time: it would be one mailbox for both. */
function isFreeAddress(address: string, own: readonly EmploymentPeriod[], before: readonly Human[]): boolean {
  return before.every(({ addresses, employments }) => {
    const isOthers = addresses.some((each) => each.address === address)
    return !isOthers || endsBefore(employments, own) || endsBefore(own, employments)
  })
}

function endsBefore(one: readonly EmploymentPeriod[], other: readonly EmploymentPeriod[]): boolean {
  return (one.at(-1)?.endMs ?? Number.POSITIVE_INFINITY) < (other[0]?.startMs ?? Number.NEGATIVE_INFINITY)
}

function openAccounts(human: Human, random: Random): Omit<HistoryAccount, 'uses'>[] {
  const [first] = human.employments
  const last = human.employments.at(-1)
  const isBack = human.employments.length > 1
  if (!first || !last) return []
  const accounts: Omit<HistoryAccount, 'uses'>[] = []
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
function openOther(nth: number, random: Random, humans: readonly Human[]): Omit<HistoryAccount, 'uses'> {
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

/** When somebody stops using anything, although they may go on working here. */
function findLastDayOfUse(human: Human, random: Random): number {
  const untilMs = random.chance(0.06) ? nowMs - (20 + random.below(300)) * dayMs : Number.POSITIVE_INFINITY
  return human.employments.length > 1 ? untilMs : Math.min(untilMs, readLeftMs(human) ?? untilMs)
}

function findUses(
  { kind, human, createdMs, suspendedMs }: Omit<HistoryAccount, 'uses'>,
  stopped: ReadonlyMap<Human, number>,
  random: Random,
): HistoryAccount['uses'] {
  const stoppedMs = kind === 'person' && human ? (stopped.get(human) ?? 0) : Number.POSITIVE_INFINITY
  const isTried = random.chance(0.2)
  const ownMs = isTried ? createdMs + random.below(400) * dayMs : Number.POSITIVE_INFINITY
  const untilMs = Math.min(stoppedMs, ownMs, suspendedMs ?? Number.POSITIVE_INFINITY)
  return random.chance(0.05) || untilMs < createdMs ? undefined : { fromMs: createdMs, untilMs }
}

function midnight(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}
