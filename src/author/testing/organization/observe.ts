import type { CrossCheckInventory, ListedKind } from '../../../crosscheck/define/inputs.ts'
import type { StoredLink } from '../../../crosscheck/define/stored-link.ts'
import type { InventoryKind } from '../../../define/index.ts'
import {
  dayMs,
  type HistoryAccount,
  type Human,
  nowMs,
  type OrganizationHistory,
  publishedMs,
  systemCount,
} from './history.ts'
import {
  contractorsId,
  devicesId,
  type KnownOrganization,
  personnelId,
  policiesId,
  type ShownRecord,
  toSystemId,
  trainingId,
} from './known-organization.ts'
import { showAccount, showAcknowledgements, showDevice, showHuman, showTrainings, toDay } from './show-records.ts'

export function observe(history: OrganizationHistory, atMs: number): KnownOrganization {
  const readMs = atMs - 6 * 3_600_000
  const records = new Map<string, ShownRecord[]>([
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
  const truth = new Map<string, HistoryAccount>()
  for (let system = 0; system < systemCount; system++) records.set(`${toSystemId(system)}/account`, [])
  for (const account of history.accounts) {
    if (account.createdMs > readMs) continue
    const list = toSystemId(account.system)
    records.get(`${list}/account`)?.push(showAccount(account, readMs))
    truth.set(`${list}/${account.id}`, account)
  }
  records.set(
    `${devicesId}/device`,
    history.devices.flatMap((device) => (device.issuedMs <= readMs ? showDevice(device, readMs) : [])),
  )
  records.set(`${trainingId}/training`, showTrainings(history, readMs))
  records.set(`${policiesId}/acknowledgement`, showAcknowledgements(history, readMs))
  const systems = listSystems(readMs)
  const inputs: KnownOrganization['inputs'] = {
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
    policies: [
      {
        id: 'policy',
        name: 'Acceptable use',
        versionId: 'version',
        number: 1,
        publishedAt: new Date(publishedMs).toISOString(),
      },
    ],
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

/** The identity provider becomes a source of people: those of its accounts. */
export function addProviderPeople({ systems, records, inputs }: KnownOrganization, covers: 'both'): void {
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

function listSystems(readMs: number): KnownOrganization['systems'] {
  const readAt = new Date(readMs).toISOString()
  const list = (of: ListedKind): CrossCheckInventory => ({
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
    {
      ...connection(policiesId, 'person'),
      lists: [],
      inventories: [list('acknowledgement')],
    },
    ...Array.from({ length: systemCount }, (_, system) => ({
      ...connection(toSystemId(system), 'account'),
      // The identity provider and two others enforce the organization's domain; the rest verifies addresses.
      enforcedDomains: system === 0 || system === 3 || system === 4 ? ['acme.example'] : undefined,
      signsInBy: system === 1 || system === 2 ? toSystemId(0) : undefined,
    })),
  ]
}

/** What admins have decided: who answers for services and mailboxes, and which guests are partners. */
function listHandLinks({ accounts }: OrganizationHistory, atMs: number): StoredLink[] {
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
