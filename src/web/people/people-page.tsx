import { sendAccounts, sendPeople } from '../../host/services/send-people.ts'
import type { ViewHead } from '../../runtime/directory/build-view.ts'
import { type PersonRow, peopleFilters, type SeenAccount } from '../../runtime/directory/people-view.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { GetForm, Link } from '../frame/links.tsx'
import { definePage, type OwnVisit, type PageAnswer, type ReadAudit } from '../page-route.ts'
import { Choice, type ChoiceOption } from '../shared/choice.tsx'
import { KeyedPages } from '../shared/keyed-pages.tsx'
import { formatCount } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { AccountTable, describeEmployment, ViewState } from './people-parts.tsx'

const peopleShown = 50

function listFilterOptions(): readonly ChoiceOption[] {
 return [
  ['leavers', 'left, and an account is open'],
  ['no-second-factor', 'no second factor'],
  ['administrators', 'administrators'],
  ['nobodys', "accounts that are nobody's"],
]
}

const readAudit = (part: string): ReadAudit => ({
  action: 'people.read',
  describe: () => ({ target: '', fields: [part] }),
})

/** Everybody with their accounts: one row a person, one column a system. */
export const everybodyPage = definePage({
  path: '/people',
  access: 'people:read',
  auditRead: readAudit('people'),
  show: (visit) => (visit.query.get('filter') === 'nobodys' ? showAccounts(visit) : showPeople(visit)),
})

export const downloadPeople = definePage({
  path: '/people.csv',
  access: 'people:read',
  auditRead: readAudit('people'),
  show: async ({ runtime, person: { organizationId }, query, request }) => ({
    kind: 'response',
    response:
      query.get('filter') === 'nobodys'
        ? sendAccounts(runtime, { organizationId, filter: 'nobodys' }, request)
        : sendPeople(runtime, { organizationId, filter: readFilter(query) }, request),
  }),
})

async function showPeople({ runtime, person, query }: OwnVisit): Promise<PageAnswer> {
  const filter = readFilter(query)
  const from = readFrom(query)
  const { head, isOld, data, next } = await runtime.peopleView.people({
    ...{ organizationId: person.organizationId, filter, from, limit: peopleShown },
  })
  return {
    kind: 'page',
    title: 'People',
    content: (
      <>
        <Head role={person.role} head={head} isOld={isOld} filter={filter} />
        {data.length === 0 ? (
          <p class="sheet">{head.counts.people === 0 ? 'The directory has no people yet.' : 'Nobody.'}</p>
        ) : (
          <Scrollable name="People" isPaged>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">Works here</th>
                  {head.systems.map(({ name }) => (
                    <th scope="col">{name}</th>
                  ))}
                  <th scope="col">Devices</th>
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <Row row={row} head={head} />
                ))}
              </tbody>
            </table>
          </Scrollable>
        )}
        <KeyedPages
          at={filter === undefined ? '/people' : `/people?filter=${filter}`}
          isFirst={from === 0}
          next={next === undefined ? undefined : String(next)}
          says={formatCount(data.length, 'person', 'people')}
        />
      </>
    ),
  }
}

async function showAccounts({ runtime, person, query }: OwnVisit): Promise<PageAnswer> {
  const from = readFrom(query)
  const { head, isOld, data, next } = await runtime.peopleView.accounts({
    ...{ organizationId: person.organizationId, filter: 'nobodys', from, limit: peopleShown },
  })
  return {
    kind: 'page',
    title: "Accounts that are nobody's",
    content: (
      <>
        <Head role={person.role} head={head} isOld={isOld} filter="nobodys" />
        {data.length === 0 ? (
          <p class="sheet">
            {head.doubt === undefined
              ? 'Every open account belongs to somebody, as far as the lists show.'
              : `Nobody can tell: ${head.doubt}`}
          </p>
        ) : (
          <AccountTable name="Accounts that are nobody's" accounts={data} head={head} />
        )}
        <KeyedPages
          at="/people?filter=nobodys"
          isFirst={from === 0}
          next={next === undefined ? undefined : String(next)}
          says={formatCount(data.length, 'account')}
        />
      </>
    ),
  }
}

interface HeadProps {
  readonly role: Parameters<typeof mayDo>[0]
  readonly head: ViewHead
  readonly isOld: boolean
  readonly filter: string | undefined
}

function Head({ role, head, isOld, filter }: HeadProps) {
  const { people, accounts } = head.counts
  const proposed = head.marked.account.proposed
  return (
    <>
      <header class="head">
        <div>
          <h1>People</h1>
          <p class="lead">
            {`${formatCount(people, 'person', 'people')} and ${formatCount(accounts, 'account')} over all connections.`}
          </p>
        </div>
        <div class="row">
          {mayDo(role, 'people:write') && (
            <Link to="/settings/directory" looks="quiet">
              Directory
            </Link>
          )}
          {mayDo(role, 'people:write') && proposed > 0 && (
            <Link to="/people/list/decide" looks="primary">
              {`Decide about ${formatCount(proposed, 'account')}`}
            </Link>
          )}
        </div>
      </header>
      <div class="stack">
        <ViewState head={head} isOld={isOld} />
        <GetForm to="/people" role="search" class="filter dense">
          <Choice name="filter" label="Show" chosen={filter} options={listFilterOptions()} />
          <button class="button quiet" type="submit">
            Filter
          </button>
          <Link to={`/people.csv${filter === undefined ? '' : `?filter=${filter}`}`}>CSV</Link>
        </GetForm>
      </div>
    </>
  )
}

function Row({ row, head }: { readonly row: PersonRow; readonly head: ViewHead }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/people/${row.key}`}>{row.name ?? row.email ?? row.id}</Link>
        {row.name !== undefined && row.email !== undefined && <span class="small">{row.email}</span>}
      </th>
      <td data-label="Works here">{describeEmployment(row)}</td>
      {head.systems.map(({ connectionId, name, readAt }) => (
        <td data-label={name}>
          <Cell
            accounts={row.accounts.filter((account) => account.connectionId === connectionId)}
            isRead={readAt !== undefined}
          />
        </td>
      ))}
      <td data-label="Devices">{row.devices === 0 ? '–' : row.devices}</td>
    </tr>
  )
}

const statusWords = { active: 'active', closed: 'closed', other: 'not active' } as const

function Cell({ accounts, isRead }: { readonly accounts: readonly SeenAccount[]; readonly isRead: boolean }) {
  if (accounts.length === 0) return isRead ? '–' : 'not known'
  return (
    <>
      {accounts.map(({ status, administrator, secondFactor }) => (
        <span class="row">
          <span>{statusWords[status]}</span>
          {administrator && <span class="badge manual">administrator</span>}
          {status !== 'closed' && secondFactor === 'no' && <span class="badge fail">no second factor</span>}
          {status !== 'closed' && secondFactor === 'unknown' && <span class="badge plain">second factor unknown</span>}
        </span>
      ))}
    </>
  )
}

function readFilter(query: URLSearchParams) {
  return peopleFilters.find((filter) => filter === query.get('filter'))
}

/** The position of the first one. */
export function readFrom(query: URLSearchParams): number {
  const text = query.get('after') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
