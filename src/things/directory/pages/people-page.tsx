import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit, type PageAnswer, type ReadAudit } from '../../pages/page-route.ts'
import { Choice, type ChoiceOption } from '../../pages/shared/choice.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import type { ViewHead } from '../build-view.ts'
import type { DomainQuestion } from '../domain-questions.ts'
import { type PersonRow, peopleFilters, type SeenAccount } from '../people-view.ts'
import { sendAccounts, sendPeople } from '../reading/send-people.ts'
import { DomainQuestions } from './domain-questions.tsx'
import { AccountTable, describeEmployment, ViewState, Waiting } from './people-parts.tsx'
import { showWhenBuilt } from './waiting-page.tsx'

const peopleShown = 25
/** An organization may have hundreds of systems, and no screen is so wide. */
const columnsMax = 20
/** Accounts of one person in systems without a column. */
const othersShown = 5

function listFilterOptions(texts: Texts): readonly ChoiceOption[] {
  return [
    ['leavers', texts.people.filters.leavers],
    ['no-second-factor', texts.people.noSecondFactor],
    ['administrators', texts.people.filters.administrators],
    ['nobodys', texts.people.filters.unowned],
  ]
}

const readAudit = (part: string): ReadAudit => ({
  action: 'people.read',
  describe: () => ({ target: '', fields: [part] }),
})

/** Everybody with their accounts: one row a person, one column a system; the accounts in further systems share one. */
export const everybodyPage = definePage({
  path: '/people',
  access: 'people:read',
  auditRead: readAudit('people'),
  show: showWhenBuilt((visit) => (visit.query.get('filter') === 'nobodys' ? showAccounts(visit) : showPeople(visit))),
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

async function showPeople({ texts, runtime, person, query }: OwnVisit): Promise<PageAnswer> {
  const filter = readFilter(query)
  const from = readFrom(query)
  const { head, isOld, data, next } = await runtime.peopleView.people({
    organizationId: person.organizationId,
    filter,
    from,
    limit: peopleShown,
  })
  const columns = chooseColumns(head)
  const questions =
    from === 0 && mayDo(person.role, 'people:write')
      ? await runtime.domainQuestions.list({ organizationId: person.organizationId })
      : []
  return createPage(
    { title: texts.labels.people },
    <>
      <Head role={person.role} head={head} isOld={isOld} filter={filter} questions={questions} />
      {data.length === 0 ? (
        <p class="sheet">{head.counts.people === 0 ? texts.people.list.empty : texts.people.list.noMatch}</p>
      ) : (
        <Scrollable name={texts.labels.people} isPaged>
          <table class="table tiled">
            <thead>
              <tr>
                <th scope="col">{texts.people.list.person}</th>
                <th scope="col">{texts.people.list.worksHere}</th>
                {columns.own.map(({ name }) => (
                  <th scope="col">{name}</th>
                ))}
                {columns.others.size > 0 && <th scope="col">{texts.people.list.otherSystems}</th>}
                <th scope="col">{texts.labels.devices}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <Row row={row} columns={columns} head={head} mayDecide={mayDo(person.role, 'people:write')} />
              ))}
            </tbody>
          </table>
        </Scrollable>
      )}
      <KeyedPages
        at={filter === undefined ? '/people' : `/people?filter=${filter}`}
        isFirst={from === 0}
        next={next === undefined ? undefined : String(next)}
        says={texts.counts.people({ count: data.length })}
      />
    </>,
  )
}

async function showAccounts({ texts, runtime, person, query }: OwnVisit): Promise<PageAnswer> {
  const from = readFrom(query)
  const { head, isOld, data, next } = await runtime.peopleView.accounts({
    organizationId: person.organizationId,
    filter: 'nobodys',
    from,
    limit: peopleShown,
  })
  return createPage(
    { title: texts.people.filters.unowned },
    <>
      <Head role={person.role} head={head} isOld={isOld} filter="nobodys" />
      {data.length === 0 ? (
        <p class="sheet">
          {head.doubt === undefined ? texts.people.unowned.empty : texts.people.unowned.unknown({ doubt: head.doubt })}
        </p>
      ) : (
        <AccountTable name={texts.people.filters.unowned} accounts={data} head={head} />
      )}
      <KeyedPages
        at="/people?filter=nobodys"
        isFirst={from === 0}
        next={next === undefined ? undefined : String(next)}
        says={texts.counts.records.account({ count: data.length })}
      />
    </>,
  )
}

interface HeadProps {
  readonly role: Parameters<typeof mayDo>[0]
  readonly head: ViewHead
  readonly isOld: boolean
  readonly filter: string | undefined
  readonly questions?: readonly DomainQuestion[] | undefined
}

function Head({ role, head, isOld, filter, questions = [] }: HeadProps) {
  const texts = useTexts()
  const { people, accounts } = head.counts
  const proposed = head.marked.account.proposed
  return (
    <>
      <PageHead
        title={texts.labels.people}
        lead={texts.people.list.lead({ people, accounts })}
        actions={
          <>
            {mayDo(role, 'people:write') && (
              <Link to="/settings/directory" looks="quiet">
                {texts.labels.directory}
              </Link>
            )}
            {mayDo(role, 'people:write') && proposed > 0 && (
              <Link to="/people/list/decide" looks="primary">
                {texts.people.list.decide({ count: proposed })}
              </Link>
            )}
          </>
        }
      />
      <div class="stack">
        <ViewState head={head} isOld={isOld} />
        <DomainQuestions questions={questions} />
        <GetForm to="/people" role="search" class="filter dense">
          <Choice name="filter" label={texts.actions.show} chosen={filter} options={listFilterOptions(texts)} />
          <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
          <Link to={`/people.csv${filter === undefined ? '' : `?filter=${filter}`}`}>{texts.labels.csv}</Link>
        </GetForm>
      </div>
    </>
  )
}

interface SystemColumns {
  /** In the order of their names. */
  readonly own: ViewHead['systems']
  /** Those that share a column, by id. */
  readonly others: ReadonlyMap<string, ViewHead['systems'][number]>
}

/** The systems with the most accounts have columns of their own. */
function chooseColumns({ systems }: ViewHead): SystemColumns {
  const most = new Set(systems.toSorted((one, other) => other.accounts - one.accounts).slice(0, columnsMax))
  return {
    own: systems.filter((system) => most.has(system)),
    others: new Map(systems.filter((system) => !most.has(system)).map((system) => [system.connectionId, system])),
  }
}

interface PersonRowProps {
  readonly row: PersonRow
  readonly columns: SystemColumns
  readonly head: ViewHead
  /** Whether the reader may say whose an account is. */
  readonly mayDecide: boolean
}

function Row({ row, columns, head, mayDecide }: PersonRowProps) {
  const texts = useTexts()
  const accounts = Map.groupBy(row.accounts, ({ connectionId }) => connectionId)
  return (
    <tr>
      <th scope="row">
        <Link to={`/people/${row.key}`}>{row.name ?? row.email ?? row.id}</Link>
        {row.name !== undefined && row.email !== undefined && <span class="small">{row.email}</span>}
      </th>
      <td data-label={texts.people.list.worksHere}>{describeEmployment(texts, row)}</td>
      {columns.own.map((system) => (
        <td data-label={system.name}>
          <Cell
            accounts={accounts.get(system.connectionId) ?? []}
            waiting={row.waiting.filter((id) => id === system.connectionId).length}
            isSeen={isWholly(system)}
            mayDecide={mayDecide}
          />
        </td>
      ))}
      {columns.others.size > 0 && (
        <td data-label={texts.people.list.otherSystems}>
          <Others row={row} others={columns.others} mayDecide={mayDecide} />
        </td>
      )}
      <td data-label={texts.labels.devices}>{describeDevices(texts, row, head)}</td>
    </tr>
  )
}

/** Whether somebody without an account in its list has none. */
function isWholly({ readAt, because }: ViewHead['systems'][number]): boolean {
  return readAt !== undefined && because === undefined
}

/** A dash says that there is none, so it stands only where every list was read whole. */
function describeDevices(texts: Texts, { devices }: PersonRow, { seen }: ViewHead): string {
  if (devices > 0) return String(devices)
  return seen.device === 'all' ? '–' : texts.states.unknown
}

interface CellProps {
  readonly accounts: readonly SeenAccount[]
  /** How many accounts may be theirs. */
  readonly waiting: number
  readonly isSeen: boolean
  readonly mayDecide: boolean
}

function Cell({ accounts, waiting, isSeen, mayDecide }: CellProps) {
  const texts = useTexts()
  if (accounts.length + waiting === 0) return isSeen ? '–' : texts.states.unknown
  return (
    <>
      {accounts.map((account) => (
        <AccountState account={account} />
      ))}
      {waiting > 0 && <Waiting accounts={waiting} mayDecide={mayDecide} />}
    </>
  )
}

interface OthersProps {
  readonly row: PersonRow
  readonly others: SystemColumns['others']
  readonly mayDecide: boolean
}

/** Accounts in systems that have no columns of their own. */
function Others({ row, others, mayDecide }: OthersProps) {
  const texts = useTexts()
  const accounts = row.accounts
    .flatMap((account) => {
      const system = others.get(account.connectionId)
      return system === undefined ? [] : [{ account, system: system.name }]
    })
    .sort((one, other) => (one.system < other.system ? -1 : one.system > other.system ? 1 : 0))
  const waiting = row.waiting.filter((id) => others.has(id)).length
  if (accounts.length + waiting === 0) return [...others.values()].every(isWholly) ? '–' : texts.states.unknown
  return (
    <>
      {accounts.slice(0, othersShown).map(({ account, system }) => (
        <AccountState account={account} system={system} />
      ))}
      {accounts.length > othersShown && (
        <Link to={`/people/${row.key}`}>{texts.counts.andMore({ count: accounts.length - othersShown })}</Link>
      )}
      {waiting > 0 && <Waiting accounts={waiting} mayDecide={mayDecide} />}
    </>
  )
}

function AccountState({ account, system }: { readonly account: SeenAccount; readonly system?: string | undefined }) {
  const texts = useTexts()
  const { status, administrator, secondFactor } = account
  return (
    <span class="row">
      {system !== undefined && <b>{system}</b>}
      <span>{texts.people.accountStatus[status]}</span>
      {administrator && <span class="badge manual">{texts.people.administrator}</span>}
      {status !== 'closed' && secondFactor === 'no' && <span class="badge fail">{texts.people.noSecondFactor}</span>}
      {status !== 'closed' && secondFactor === 'unknown' && (
        <span class="badge plain">{texts.people.secondFactorUnknown}</span>
      )}
    </span>
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
