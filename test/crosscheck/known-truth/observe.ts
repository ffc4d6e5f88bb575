import type { CrossCheckInputs, CrossCheckInventory, CrossCheckSystem } from '../../../src/crosscheck/inputs.ts'
import type { StoredLink } from '../../../src/crosscheck/links/stored-link.ts'
import type { InventoryKind } from '../../../src/define/index.ts'
import {
  type Account,
  type Device,
  dayMs,
  type Employment,
  type History,
  type Human,
  isWorking,
  nowMs,
  readAddress,
  readLeftMs,
  systemCount,
} from './history.ts'

/** A record as a list shows it, which sabotage may change. */
export type Shown = { id: string; [member: string]: unknown }

/** Everything that is known at a time: what lists show of what happened. */
export interface Observation {
  inputs: { -readonly [Member in keyof CrossCheckInputs]: CrossCheckInputs[Member] }
  readonly systems: { -readonly [Member in keyof CrossCheckSystem]: CrossCheckSystem[Member] }[]
  /** By connection and list. */
  readonly records: Map<string, Shown[]>
  links: StoredLink[]
  /** What each account really is, by `<connection>/<id>`. */
  readonly truth: Map<string, Account>
  /** The same for devices. */
  readonly devices: Map<string, Device>
  /** Whom each record of a person is of, by `<connection>/<id>`. */
  readonly humans: Map<string, Human>
  readonly history: History
}

export const personnelId = 'hris'
export const contractorsId = 'contractors'
export const devicesId = 'mdm'
export const trainingId = 'lms'
const toSystemId = (system: number) => (system === 0 ? 'idp' : `app${system}`)

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export function observe(history: History, atMs: number): Observation {
  const readMs = atMs - 6 * 3_600_000
  const records = new Map<string, Shown[]>([
    [`${personnelId}/person`, []],
    [`${contractorsId}/person`, []],
  ])
  for (const human of history.humans)
    records.get(`${human.kind === 'employee' ? personnelId : contractorsId}/person`)?.push(...showHuman(human, readMs))
  const humans = new Map(
    history.humans.flatMap((human) =>
      human.employments.map(({ record }): [string, Human] => [
        `${human.kind === 'employee' ? personnelId : contractorsId}/${record}`,
        human,
      ]),
    ),
  )
  for (const human of history.humans) humans.set(`${toSystemId(0)}/0-${human.number}`, human)
  const truth = new Map<string, Account>()
  for (let system = 0; system < systemCount; system++) records.set(`${toSystemId(system)}/account`, [])
  for (const account of history.accounts) {
    if (account.createdMs > readMs) continue
    const list = toSystemId(account.system)
    records.get(`${list}/account`)?.push(showAccount(account, readMs))
    truth.set(`${list}/${account.id}`, account)
  }
  records.set(
    `${devicesId}/device`,
    history.devices.flatMap((device) => (device.givenMs <= readMs ? showDevice(device, readMs) : [])),
  )
  records.set(`${trainingId}/training`, showTrainings(history, readMs))
  const systems = listSystems(readMs)
  const inputs: Observation['inputs'] = {
    organizationId: 'org',
    now: new Date(atMs).toISOString(),
    systems,
    directory: {
      sources: [
        { connectionId: personnelId, covers: 'employees' },
        { connectionId: contractorsId, covers: 'contractors' },
      ],
      departures: [],
    },
    aliases: history.humans.flatMap(({ alias, employments: [first], kind }) =>
      alias === undefined || !first
        ? []
        : [
            {
              address: alias,
              personId: `${kind === 'employee' ? personnelId : contractorsId}/${first.record}`,
              actor: 'root',
              reason: 'They said so.',
              at: new Date(nowMs - 200 * dayMs).toISOString(),
              expires: toDay(nowMs + 100 * dayMs),
            },
          ],
    ),
  }
  const devices = new Map(history.devices.map((device) => [`${devicesId}/${device.id}`, device]))
  const seen = { inputs, systems, records, links: listHandLinks(history, atMs), truth, devices, humans, history }
  if (history.hasProviderPeople) addProviderPeople(seen, 'both')
  return seen
}

function showHuman(human: Human, readMs: number): Shown[] {
  const records = Map.groupBy(human.employments, ({ record }) => record)
  return [...records].flatMap(([id, employments]): Shown[] => {
    const begun = employments.filter(({ startMs }) => startMs <= readMs + 14 * dayMs)
    const last = begun.at(-1)
    if (!last) return []
    const hasLeft = last.endMs !== undefined && !isIn(last, human, readMs) && last.startMs <= readMs
    const leftMs = (last.endMs ?? 0) + dayMs
    if (hasLeft && human.forgottenAfterDays !== undefined && readMs > leftMs + human.forgottenAfterDays * dayMs)
      return []
    const before = begun.at(-2)
    const end = last.endMs ?? before?.endMs
    return [
      {
        id,
        name: human.name,
        kind: human.kind,
        status: hasLeft ? 'left' : last.startMs > readMs ? 'future' : 'active',
        email: readAddress(human, hasLeft ? (last.endMs ?? readMs) : readMs),
        startsAt: toDay(last.startMs),
        endsAt: end === undefined ? null : toDay(end),
      },
    ]
  })
}

function isIn(employment: Employment, human: Human, atMs: number): boolean {
  return isWorking({ ...human, employments: [employment] }, atMs)
}

function showAccount(account: Account, readMs: number): Shown {
  const { id, system, human, name, kind } = account
  const isSuspended = account.suspendedMs !== undefined && account.suspendedMs <= readMs
  const leftMs = human && readLeftMs(human)
  const addressMs = account.keepsAddress ? account.createdMs : Math.min(readMs, leftMs ?? readMs)
  const address =
    kind !== 'person' || !human
      ? `${id}@${kind === 'guest' ? 'partner' : 'acme'}.example`
      : account.usesAlias
        ? human.alias
        : readAddress(human, addressMs)
  // Two systems know people by their identity alone.
  const isByIdentity = system === 1 || system === 2
  return {
    id,
    name,
    kind,
    status: isSuspended ? 'suspended' : 'active',
    ...(isByIdentity ? { ssoSubject: `0-${human?.number}` } : { email: address }),
    ...(system > 4 && { emailVerified: true }),
    createdAt: new Date(account.createdMs).toISOString(),
    lastActiveAt: showLastUse(account, readMs),
    administrator: account.isAdministrator,
    ...(system === 0
      ? { secondFactor: account.hasFactor, secondFactorDemanded: true, singleSignOnOnly: false }
      : isByIdentity
        ? { singleSignOnOnly: true }
        : { secondFactor: account.hasFactor, singleSignOnOnly: false }),
  }
}

/** Null: never. */
function showLastUse({ uses }: Account, readMs: number): string | null {
  return uses && uses.fromMs <= readMs ? new Date(Math.min(uses.untilMs, readMs)).toISOString() : null
}

function showDevice({ id, human, returnedMs, keepsAddress, givenMs }: Device, readMs: number): Shown[] {
  // Whoever takes one back resets it.
  if (returnedMs !== undefined && returnedMs <= readMs) return []
  const addressMs = keepsAddress ? givenMs : Math.min(readMs, (human && readLeftMs(human)) ?? readMs)
  const ownerEmail = human ? readAddress(human, addressMs) : null
  return [
    {
      id,
      name: id,
      ownerEmail,
      serialNumber: `S-${id}`,
      managed: true,
      enrolledAt: new Date(givenMs).toISOString(),
    },
  ]
}

function showTrainings({ trainings, isTrainingTidy }: History, readMs: number): Shown[] {
  return trainings.flatMap(({ id, human, assignedMs, completedMs }): Shown[] => {
    const leftMs = readLeftMs(human)
    if (assignedMs > readMs || (isTrainingTidy && leftMs !== undefined && leftMs <= readMs)) return []
    const isCompleted = completedMs !== undefined && completedMs <= readMs
    const addressMs = isTrainingTidy ? Math.min(readMs, leftMs ?? readMs) : assignedMs
    return [
      {
        id,
        course: 'Security',
        personEmail: readAddress(human, addressMs),
        status: isCompleted ? 'completed' : 'assigned',
        dueAt: new Date(assignedMs + 30 * dayMs).toISOString(),
        completedAt: isCompleted ? new Date(completedMs).toISOString() : null,
      },
    ]
  })
}

/** The identity provider becomes a source of people: those of its accounts. */
export function addProviderPeople({ systems, records, inputs }: Observation, covers: 'both'): void {
  const provider = systems.find(({ connectionId }) => connectionId === toSystemId(0))
  const [inventory] = provider?.inventories ?? []
  if (!provider || !inventory || provider.inventories.some(({ of }) => of === 'person')) return
  provider.inventories = [...provider.inventories, { ...inventory, of: 'person' }]
  records.set(
    `${toSystemId(0)}/person`,
    (records.get(`${toSystemId(0)}/account`) ?? []).map(({ id, name, email, status }) => ({
      id,
      name,
      email,
      kind: 'unknown',
      status: status === 'suspended' ? 'left' : 'active',
    })),
  )
  inputs.directory = {
    ...inputs.directory,
    sources: [...inputs.directory.sources, { connectionId: toSystemId(0), covers, accountsArePeople: true }],
  }
}

function listSystems(readMs: number): Observation['systems'] {
  const readAt = new Date(readMs).toISOString()
  const list = (of: InventoryKind): CrossCheckInventory => ({
    of,
    complete: true,
    readAt,
    tells: ['email', 'emailVerified', 'createdAt', 'administrator', 'secondFactor', 'singleSignOnOnly', 'lastActiveAt'],
    count: 0,
    digest: '',
  })
  const connection = (connectionId: string, of: InventoryKind) => ({
    connectionId,
    connector: { id: connectionId, version: '1.0.0' },
    name: connectionId.toUpperCase(),
    state: 'connected' as const,
    lists: [of],
    inventories: [list(of)],
  })
  return [
    connection(personnelId, 'person'),
    { ...connection(contractorsId, 'person'), isFile: true },
    connection(devicesId, 'device'),
    connection(trainingId, 'training'),
    ...Array.from({ length: systemCount }, (_, system) => ({
      ...connection(toSystemId(system), 'account'),
      // The identity provider and two others enforce the organization's domain; the rest verifies addresses.
      ...((system === 0 || system === 3 || system === 4) && { enforcedDomains: ['acme.example'] }),
      ...((system === 1 || system === 2) && { signsInBy: toSystemId(0) }),
    })),
  ]
}

/** What admins have decided: who answers for services and mailboxes, and which guests are partners. */
function listHandLinks({ accounts }: History, atMs: number): StoredLink[] {
  return accounts.flatMap(({ kind, human, id, system }): StoredLink[] => {
    if (kind === 'person') return []
    const [employment] = human?.employments ?? []
    const source = human?.kind === 'employee' ? personnelId : contractorsId
    return [
      {
        connectionId: toSystemId(system),
        of: 'account',
        recordId: id,
        to: employment ? { is: 'service', ownerId: `${source}/${employment.record}` } : { is: 'out-of-scope' },
        by: 'hand',
        actor: 'root',
        reason: 'We asked.',
        at: new Date(atMs - 30 * dayMs).toISOString(),
        expires: toDay(nowMs + 60 * dayMs),
      },
    ]
  })
}
