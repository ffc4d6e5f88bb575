import { countNoun } from '../../../text/count-noun.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ViewHead } from '../build-view.ts'
import type { AccountFilter, PeopleFilter, PeoplePage, PersonRow } from '../people-view.ts'
import type { AccountView, DeviceView } from '../view-entries.ts'

const pageRows = 200

type Sends = Pick<Request, 'method'>

interface PeopleViewChoice {
  readonly organizationId: string
  readonly filter?: PeopleFilter | undefined
}

/** All people as CSV: one row a person, one column a system. */
export function sendPeople(runtime: Pick<Runtime, 'peopleView'>, choice: PeopleViewChoice, request: Sends): Response {
  return sendRows('people.csv', request, () => writePeople(runtime, choice))
}

/** The same as rows of text. */
export function writePeople(runtime: Pick<Runtime, 'peopleView'>, choice: PeopleViewChoice): AsyncGenerator<string> {
  const read = (page: ViewSlice) => runtime.peopleView.people({ ...choice, ...page })
  return writeRows(read, {
    columns: ({ systems }) => [
      ...['id', 'name', 'email', 'kind', 'status', 'employment', 'since', 'source', 'startsAt', 'endsAt', 'devices'],
      ...systems.map(({ name }) => name),
    ],
    cells: listPersonCells,
  })
}

interface AccountChoice {
  readonly organizationId: string
  readonly filter?: AccountFilter | undefined
  readonly connectionId?: string | undefined
}

/** All accounts as CSV. */
export function sendAccounts(runtime: Pick<Runtime, 'peopleView'>, choice: AccountChoice, request: Sends): Response {
  return sendRows('accounts.csv', request, () => writeAccounts(runtime, choice))
}

/** The same as rows of text. */
export function writeAccounts(runtime: Pick<Runtime, 'peopleView'>, choice: AccountChoice): AsyncGenerator<string> {
  const read = (page: ViewSlice) => runtime.peopleView.accounts({ ...choice, ...page })
  return writeRows(read, {
    columns: () => [
      ...['connectionId', 'connection', 'id', 'name', 'email', 'kind', 'status', 'administrator', 'secondFactor'],
      ...['createdAt', 'lastActiveAt', 'owner', 'ownerId', 'ownerName', 'by', 'because'],
    ],
    cells: listAccountCells,
  })
}

/** All devices as CSV. */
export function sendDevices(
  runtime: Pick<Runtime, 'peopleView'>,
  choice: { readonly organizationId: string; readonly filter?: 'nobodys' | undefined },
  request: Sends,
): Response {
  const read = (page: ViewSlice) => runtime.peopleView.devices({ ...choice, ...page })
  return sendRows('devices.csv', request, () =>
    writeRows(read, {
      columns: () => [
        ...['connectionId', 'id', 'name', 'serialNumber', 'os', 'osVersion', 'ownerEmail', 'managed', 'diskEncrypted'],
        ...['screenLock', 'lastSeenAt', 'owner', 'ownerId', 'ownerName', 'because'],
      ],
      cells: listDeviceCells,
    }),
  )
}

interface ViewSlice {
  readonly from: number
  readonly limit: number
  readonly viewId?: string | undefined
}

function sendRows(name: string, { method }: Sends, write: () => AsyncGenerator<string>): Response {
  const headers = buildSaveHeaders(name, 'text/csv; charset=utf-8')
  return new Response(method === 'GET' ? encodePieces(write()) : null, { headers })
}

async function* writeRows<T>(
  read: (page: ViewSlice) => Promise<PeoplePage<T>>,
  {
    columns,
    cells,
  }: {
    readonly columns: (head: ViewHead) => readonly string[]
    readonly cells: (item: T, head: ViewHead) => readonly string[]
  },
): AsyncGenerator<string> {
  let page = await read({ from: 0, limit: pageRows })
  yield formatCsvRow(columns(page.head))
  for (;;) {
    for (const item of page.data) yield formatCsvRow(cells(item, page.head))
    if (page.next === undefined) return
    page = await read({ from: page.next, limit: pageRows, viewId: page.viewId })
  }
}

function listPersonCells(person: PersonRow, { systems, sources }: ViewHead): readonly string[] {
  const { employment } = person
  return [
    ...[person.id, person.name ?? '', person.email ?? '', person.kind, person.status, employment.is],
    'since' in employment ? employment.since : '',
    sources.find(({ id }) => id === person.sourceId)?.name ?? person.sourceId,
    ...[person.startsAt ?? '', person.endsAt ?? '', String(person.devices)],
    ...systems.map((system) => formatAccounts(person, system)),
  ]
}

/** Empty: no account is theirs. What nobody can tell says so. */
function formatAccounts(person: PersonRow, { connectionId, readAt, because }: ViewHead['systems'][number]): string {
  const accounts = person.accounts.filter((account) => account.connectionId === connectionId)
  const waiting = person.waiting.filter((id) => id === connectionId).length
  const counts = accounts.map(({ status, administrator, secondFactor }) =>
    [status, administrator ? 'administrator' : '', `second factor: ${secondFactor}`].filter(Boolean).join(', '),
  )
  if (waiting > 0) counts.push(`${countNoun(waiting, 'account')} to decide about`)
  if (counts.length === 0 && (readAt === undefined || because !== undefined)) return 'not known'
  return counts.join('; ')
}

function listAccountCells(account: AccountView, { systems }: ViewHead): readonly string[] {
  const { owner, connectionId } = account
  return [
    ...[connectionId, systems.find((system) => system.connectionId === connectionId)?.name ?? '', account.id],
    ...[account.name ?? '', account.email ?? '', account.kind, account.status],
    ...[account.administrator, account.secondFactor, account.createdAt ?? '', account.lastActiveAt ?? ''],
    ...[owner.is, owner.personId ?? '', owner.personName ?? '', owner.by ?? '', owner.because ?? ''],
  ]
}

function listDeviceCells(device: DeviceView): readonly string[] {
  const { owner } = device
  return [
    ...[device.connectionId, device.id, device.name ?? '', device.serialNumber ?? '', device.os ?? ''],
    ...[device.osVersion ?? '', device.ownerEmail ?? '', device.managed, device.diskEncrypted, device.screenLock],
    ...[device.lastSeenAt ?? '', owner.is, owner.personId ?? '', owner.personName ?? '', owner.because ?? ''],
  ]
}
