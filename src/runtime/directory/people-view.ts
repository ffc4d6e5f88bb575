import type { Finding } from '../../checks/findings/finding-store.ts'
import type { Declared } from '../audited-service.ts'
import type { ViewHead } from './build-view.ts'
import { ViewKeeper, type ViewParts } from './keep-view.ts'
import { findPersonPosition, readViewEntries, readViewPage } from './read-view.ts'
import { type AccountView, type DeviceView, type PersonView, type TrainingView, viewMarks } from './view-entries.ts'

/** Which people: those who left and have an account that is not closed, and so on. */
export type PeopleFilter = 'leavers' | 'no-second-factor' | 'administrators'
export const peopleFilters = [
  'leavers',
  'no-second-factor',
  'administrators',
] as const satisfies readonly PeopleFilter[]

/** Which accounts. `nobodys`: of nobody in a complete directory. `proposed`: of nobody for sure, and somebody may be meant. */
export type AccountFilter = PeopleFilter | 'nobodys' | 'proposed'
export const accountFilters = [...peopleFilters, 'nobodys', 'proposed'] as const satisfies readonly AccountFilter[]

/** A page of a list, and what it was read from. */
export interface PeoplePage<T> {
  /** Of what the list was read from. Give it with the next page, so that both are of the same. */
  readonly viewId: string
  readonly head: ViewHead
  /** Whether something has changed since the list was put together. */
  readonly isOld: boolean
  readonly data: readonly T[]
  /** Where the next page begins; undefined: this is the last one. */
  readonly next: number | undefined
}

/** Which page of a list. */
export interface PageQuery {
  readonly organizationId: string
  /** @default 0 */
  readonly from?: number | undefined
  readonly limit: number
  /** Of the page before. @throws StoreError `STORE_CONFLICT` where the list was put together anew. @default the newest */
  readonly viewId?: string | undefined
}

/** An account in a row of people: what a cell shows. */
export interface SeenAccount {
  readonly connectionId: string
  /** `other`: invited, or the vendor does not say. */
  readonly status: 'active' | 'closed' | 'other'
  /** Whether the vendor says that it is one. */
  readonly administrator: boolean
  readonly secondFactor: AccountView['secondFactor']
}

/** A person with their accounts, one row of the list. */
export interface PersonRow extends Omit<PersonView, 'accounts' | 'devices' | 'trainings'> {
  readonly accounts: readonly SeenAccount[]
  readonly devices: number
}

/** Everything that is known of one person. */
export interface PersonDetail extends Omit<PersonView, 'accounts' | 'devices' | 'trainings'> {
  readonly accounts: readonly AccountView[]
  readonly devices: readonly DeviceView[]
  readonly trainings: readonly TrainingView[]
  /** Open findings about their accounts and about themselves, the most severe first. */
  readonly findings: readonly Finding[]
}

/**
 * What is known of people, accounts and devices over all connections, put together from the newest readings. It is renewed when
 * somebody asks and something has changed. The audit log gets an entry, because it says who has access to what.
 */
export interface PeopleViewService {
  /** What is known of the whole. */
  head(of: { readonly organizationId: string }): Promise<{ readonly head: ViewHead; readonly isOld: boolean }>
  people(query: PageQuery & { readonly filter?: PeopleFilter | undefined }): Promise<PeoplePage<PersonRow>>
  /** @param of.key as rows have it, because an id may be an address; undefined: nobody */
  person(of: { readonly organizationId: string; readonly key: string }): Promise<PersonDetail | undefined>
  accounts(
    query: PageQuery & {
      readonly filter?: AccountFilter | undefined
      readonly connectionId?: string | undefined
    },
  ): Promise<PeoplePage<AccountView>>
  devices(query: PageQuery & { readonly filter?: 'nobodys' | undefined }): Promise<PeoplePage<DeviceView>>
}

const filterMarks: Readonly<Record<AccountFilter, number>> = {
  leavers: viewMarks.leaver,
  'no-second-factor': viewMarks.noSecondFactor,
  administrators: viewMarks.administrator,
  nobodys: viewMarks.nobody,
  proposed: viewMarks.proposed,
}

export function createPeopleViewService(parts: ViewParts): Declared<PeopleViewService> {
  const keeper = new ViewKeeper(parts)
  const audit = <Given extends { readonly organizationId: string }>(what: string) => ({
    action: 'people.read',
    organization: ({ organizationId }: Given) => organizationId,
    target: () => null,
    fields: () => ({ [what]: true }),
  })
  return {
    head: {
      read: async ({ organizationId }) => {
        const { head, isOld } = await keeper.open(organizationId)
        return { head, isOld }
      },
    },
    people: {
      read: async ({ organizationId, from = 0, limit, viewId, filter }) => {
        const { view, head, isOld } = await keeper.open(organizationId, viewId)
        const marks = filter === undefined ? 0 : filterMarks[filter]
        const page = await readViewPage<PersonView>(parts, view, 'person', { from, limit, marks })
        return {
          viewId: view.id,
          head,
          isOld,
          data: page.entries.map(({ value }) => toRow(head, value)),
          next: page.next,
        }
      },
      audit: audit('people'),
    },
    person: {
      read: async ({ organizationId, key }) => {
        const { view } = await keeper.open(organizationId)
        const position = await findPersonPosition(parts, view, key)
        if (position === undefined) return undefined
        const person = (await readViewEntries<PersonView>(parts, view, 'person', [position])).get(position)
        if (!person) return undefined
        const { accounts, devices, trainings, ...rest } = person
        const positions = accounts.slice(0, belongingsMax).map(([at]) => at)
        const detail = {
          accounts: [...(await readViewEntries<AccountView>(parts, view, 'account', positions)).values()],
          devices: [
            ...(await readViewEntries<DeviceView>(parts, view, 'device', devices.slice(0, belongingsMax))).values(),
          ],
          trainings: [
            ...(
              await readViewEntries<TrainingView>(parts, view, 'training', trainings.slice(0, belongingsMax))
            ).values(),
          ],
        }
        return { ...rest, ...detail, findings: await findFindings(parts, organizationId, person.id, detail.accounts) }
      },
      audit: audit('person'),
    },
    accounts: {
      read: async ({ organizationId, from = 0, limit, viewId, filter, connectionId }) => {
        const { view, head, isOld } = await keeper.open(organizationId, viewId)
        const marks = filter === undefined ? 0 : filterMarks[filter]
        const system = connectionId === undefined ? undefined : findSystem(head, connectionId)
        if (connectionId !== undefined && !system) return { viewId: view.id, head, isOld, data: [], next: undefined }
        const range = system && { from: Math.max(from, system.from), to: system.from + system.accounts }
        const page = await readViewPage<AccountView>(parts, view, 'account', { from, limit, marks, ...range })
        return { viewId: view.id, head, isOld, data: page.entries.map(({ value }) => value), next: page.next }
      },
      audit: audit('accounts'),
    },
    devices: {
      read: async ({ organizationId, from = 0, limit, viewId, filter }) => {
        const { view, head, isOld } = await keeper.open(organizationId, viewId)
        const marks = filter === undefined ? 0 : viewMarks.nobody
        const page = await readViewPage<DeviceView>(parts, view, 'device', { from, limit, marks })
        return { viewId: view.id, head, isOld, data: page.entries.map(({ value }) => value), next: page.next }
      },
      audit: audit('devices'),
    },
  }
}

/** A cell shows what the marks of the row say, so that no account has to be opened for it. */
function toRow({ systems }: ViewHead, { accounts, devices, trainings: _, ...person }: PersonView): PersonRow {
  return {
    ...person,
    devices: devices.length,
    accounts: accounts.flatMap(([position, marks]): readonly SeenAccount[] => {
      const system = systems.find(({ from, accounts: count }) => position >= from && position < from + count)
      if (!system) return []
      return [
        {
          connectionId: system.connectionId,
          status: marks & viewMarks.active ? 'active' : marks & viewMarks.closed ? 'closed' : 'other',
          administrator: (marks & viewMarks.administrator) !== 0,
          secondFactor: marks & viewMarks.secondFactor ? 'yes' : marks & viewMarks.noSecondFactor ? 'no' : 'unknown',
        },
      ]
    }),
  }
}

function findSystem({ systems }: ViewHead, connectionId: string) {
  return systems.find((system) => system.connectionId === connectionId)
}

/** More accounts of one person than anybody looks at. */
const belongingsMax = 200
const findingsMax = 100
/** Each account is searched for in the findings of its connection, and in those of cross-checks, which name the connection, too. */
const searchesMax = 50

async function findFindings(
  { store }: ViewParts,
  organizationId: string,
  personId: string,
  accounts: readonly AccountView[],
): Promise<readonly Finding[]> {
  const found = new Map<string, Finding>()
  const ofAccounts = accounts.slice(0, searchesMax).flatMap(({ id, connectionId }) => [
    { connectionId, id },
    { connectionId: organizationId, id: `${connectionId}/${id}` },
  ])
  for (const { connectionId, id } of [{ connectionId: organizationId, id: personId }, ...ofAccounts]) {
    const about = { organizationId, connectionId, text: id }
    const some = await store.findings.list({ ...about, order: 'severity', limit: findingsMax })
    // The search finds parts of ids, too.
    for (const finding of some) if (finding.result.resource.id === id) found.set(finding.id, finding)
  }
  return [...found.values()].slice(0, findingsMax)
}
