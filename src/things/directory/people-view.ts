import type { Finding } from '../../checks/findings/finding-store.ts'
import type { StoredView, ViewList } from '../../crosscheck/people/people-view-store.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { ViewHead } from './build-view.ts'
import type { ViewKeeper, ViewParts } from './keep-view.ts'
import { findPersonPosition, readViewEntries, readViewPage } from './read-view.ts'
import {
  type AccountView,
  type DeviceView,
  type listedMarks,
  type PersonView,
  type TrainingView,
  toMarkedList,
  type ViewMark,
  viewMarks,
} from './view-entries.ts'

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
export interface PersonRow extends PersonIdentity {
  readonly accounts: readonly SeenAccount[]
  /** Ids of connections with accounts that may be theirs, once for each account that waits for somebody to decide. */
  readonly waiting: readonly string[]
  readonly devices: number
}

/** What the directory says of a person. */
export type PersonIdentity = Omit<PersonView, 'accounts' | 'waiting' | 'devices' | 'trainings'>

/** Everything that is known of one person. */
export interface PersonDetail extends PersonIdentity {
  readonly accounts: readonly AccountView[]
  /** Accounts that may be theirs, and that wait for somebody to decide. */
  readonly waiting: readonly AccountView[]
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
  /** Who that is. @param of.key as rows have it, because an id may be an address; undefined: nobody */
  identify(of: { readonly organizationId: string; readonly key: string }): Promise<PersonIdentity | undefined>
  /** The same with everything that is known of them. */
  person(of: { readonly organizationId: string; readonly key: string }): Promise<PersonDetail | undefined>
  accounts(
    query: PageQuery & {
      readonly filter?: AccountFilter | undefined
      readonly connectionId?: string | undefined
    },
  ): Promise<PeoplePage<AccountView>>
  devices(query: PageQuery & { readonly filter?: 'nobodys' | undefined }): Promise<PeoplePage<DeviceView>>
}

const filterMarks: Readonly<Record<PeopleFilter, (typeof listedMarks)['person'][number]>> &
  Readonly<Record<AccountFilter, (typeof listedMarks)['account'][number]>> = {
  leavers: 'leaver',
  'no-second-factor': 'noSecondFactor',
  administrators: 'administrator',
  nobodys: 'nobody',
  proposed: 'proposed',
}

export function createPeopleViewService(parts: ViewParts, keeper: ViewKeeper): Declared<PeopleViewService> {
  const audit = <Input extends { readonly organizationId: string }>(what: string) => ({
    action: 'people.read' as const,
    organization: ({ organizationId }: Input) => organizationId,
    target: () => null,
    fields: () => ({ [what]: true }),
  })
  const open = async ({ organizationId, viewId }: Pick<PageQuery, 'organizationId' | 'viewId'>) => {
    const { view, isOld } = await keeper.open(organizationId, viewId)
    return { view, isOld, head: await keeper.openHead(view) }
  }
  return {
    head: {
      read: async (of) => {
        const { head, isOld } = await open(of)
        return { head, isOld }
      },
    },
    people: {
      read: async ({ from = 0, limit, filter, ...of }) => {
        const { view, head, isOld } = await open(of)
        const list = chooseList('person', filter && filterMarks[filter])
        const page = await readViewPage<PersonView>(parts, view, list, { from, limit, marks: 0 })
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
    identify: {
      read: async ({ organizationId, key }) => {
        const { view } = await keeper.open(organizationId)
        const person = await findPerson(parts, view, key)
        return person && toIdentity(person)
      },
      audit: audit('person'),
    },
    person: {
      read: async ({ organizationId, key }) => {
        const { view } = await keeper.open(organizationId)
        const person = await findPerson(parts, view, key)
        if (!person) return undefined
        const read = async <T>(list: ViewList, positions: readonly number[]) => [
          ...(await readViewEntries<T>(parts, view, list, positions.slice(0, belongingsMax))).values(),
        ]
        const accounts = person.accounts.map(([at]) => at)
        const detail = {
          accounts: await read<AccountView>('account', accounts),
          waiting: await read<AccountView>('account', person.waiting),
          devices: await read<DeviceView>('device', person.devices),
          trainings: await read<TrainingView>('training', person.trainings),
        }
        const findings = await findFindings(parts, organizationId, person.id, detail.accounts)
        return { ...toIdentity(person), ...detail, findings }
      },
      audit: audit('person'),
    },
    accounts: {
      read: async ({ from = 0, limit, filter, connectionId, ...of }) => {
        const { view, head, isOld } = await open(of)
        const mark = filter && filterMarks[filter]
        const system = connectionId === undefined ? undefined : findSystem(head, connectionId)
        if (connectionId !== undefined && !system) return { viewId: view.id, head, isOld, data: [], next: undefined }
        // Those of one system are beside each other in the list of all.
        const place = system
          ? {
              from: Math.max(from, system.from),
              to: system.from + system.accounts,
              marks: mark === undefined ? 0 : viewMarks[mark],
            }
          : { from, marks: 0 }
        const list = system ? 'account' : chooseList('account', mark)
        const page = await readViewPage<AccountView>(parts, view, list, { ...place, limit })
        return { viewId: view.id, head, isOld, data: page.entries.map(({ value }) => value), next: page.next }
      },
      audit: audit('accounts'),
    },
    devices: {
      read: async ({ from = 0, limit, filter, ...of }) => {
        const { view, head, isOld } = await open(of)
        const list = chooseList('device', filter && filterMarks[filter])
        const page = await readViewPage<DeviceView>(parts, view, list, { from, limit, marks: 0 })
        return { viewId: view.id, head, isOld, data: page.entries.map(({ value }) => value), next: page.next }
      },
      audit: audit('devices'),
    },
  }
}

function chooseList(list: ViewList, mark: ViewMark | undefined): ViewList {
  return mark === undefined ? list : toMarkedList(list, mark)
}

async function findPerson(parts: ViewParts, view: StoredView, key: string): Promise<PersonView | undefined> {
  const position = await findPersonPosition(parts, view, key)
  return position === undefined
    ? undefined
    : (await readViewEntries<PersonView>(parts, view, 'person', [position])).get(position)
}

function toIdentity({
  accounts: _a,
  waiting: _w,
  devices: _d,
  trainings: _t,
  ...identity
}: PersonView): PersonIdentity {
  return identity
}

/** A cell shows what the marks of the row say, so that no account has to be opened for it. */
function toRow({ systems }: ViewHead, { accounts, waiting, devices, trainings: _, ...person }: PersonView): PersonRow {
  const findAt = (position: number) =>
    systems.find(({ from, accounts: count }) => position >= from && position < from + count)
  return {
    ...person,
    waiting: waiting.flatMap((position) => findAt(position)?.connectionId ?? []),
    devices: devices.length,
    accounts: accounts.flatMap(([position, marks]): readonly SeenAccount[] => {
      const system = findAt(position)
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

async function findFindings(
  { store }: ViewParts,
  organizationId: string,
  personId: string,
  accounts: readonly AccountView[],
): Promise<readonly Finding[]> {
  // Accounts are looked for in the findings of their connections, and in those of cross-checks, which name the connection, too.
  const ofAccounts = accounts.flatMap(({ id, connectionId }) => [
    { connectionId, id },
    { connectionId: organizationId, id: `${connectionId}/${id}` },
  ])
  const resources = [{ connectionId: organizationId, id: personId }, ...ofAccounts]
  return store.findings.listAbout({ organizationId, resources, limit: findingsMax })
}
