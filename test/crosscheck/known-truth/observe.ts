import type { CrossCheckInputs, CrossCheckInventory, CrossCheckSystem } from '../../../src/crosscheck/inputs.ts'
import type { StoredLink } from '../../../src/crosscheck/links/stored-link.ts'
import {
  type Account,
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
}

export const personnelId = 'hris'
export const contractorsId = 'contractors'
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
  const truth = new Map<string, Account>()
  for (let system = 0; system < systemCount; system++) records.set(`${toSystemId(system)}/account`, [])
  for (const account of history.accounts) {
    if (account.createdMs > readMs) continue
    const list = toSystemId(account.system)
    records.get(`${list}/account`)?.push(showAccount(account, readMs))
    truth.set(`${list}/${account.id}`, account)
  }
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
  return { inputs, systems, records, links: listHandLinks(history, atMs), truth }
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
    administrator: account.isAdministrator,
    ...(system === 0
      ? { secondFactor: account.hasFactor, secondFactorDemanded: true, singleSignOnOnly: false }
      : isByIdentity
        ? { singleSignOnOnly: true }
        : { secondFactor: account.hasFactor, singleSignOnOnly: false }),
  }
}

function listSystems(readMs: number): Observation['systems'] {
  const readAt = new Date(readMs).toISOString()
  const list = (of: 'account' | 'person'): CrossCheckInventory => ({
    of,
    complete: true,
    readAt,
    tells: ['email', 'emailVerified', 'createdAt', 'administrator', 'secondFactor', 'singleSignOnOnly'],
    count: 0,
    digest: '',
  })
  const connection = (connectionId: string, of: 'account' | 'person') => ({
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
