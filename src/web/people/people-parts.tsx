import type { Employment } from '../../crosscheck/people/judge-employment.ts'
import type { ViewHead } from '../../runtime/directory/build-view.ts'
import type { AccountView, Known, ShownOwner } from '../../runtime/directory/view-entries.ts'
import { Link } from '../frame/links.tsx'
import { Moment } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'

/** When the list was put together, and what is not in it. */
export function ViewState({ head, isOld }: { readonly head: ViewHead; readonly isOld: boolean }) {
  const gaps = head.systems.filter(({ because }) => because !== undefined)
  return (
    <section class="sheet" aria-label="What the list rests on">
      <p class="small">
        Put together <Moment at={head.builtAt} /> from the newest readings.
        {isOld && ' Something has changed since. A newer list is on its way: load the page again in a while.'}
      </p>
      {head.doubt !== undefined && <p>{`Nobody can say who is missing from the directory: ${head.doubt}`}</p>}
      {gaps.length > 0 && (
        <details>
          <summary>{`What cannot be told of connections (${gaps.length})`}</summary>
          <ul class="plain-list">
            {gaps.map(({ because }) => (
              <li>{because}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** `yes`, `left on 2026-04-30`. */
export function describeEmployment({ employment }: { readonly employment: Employment }): string {
  switch (employment.is) {
    case 'working':
      return 'yes'
    case 'not begun':
      return 'not yet'
    case 'left':
      return employment.from === 'last day'
        ? `left on ${employment.since}`
        : `gone since ${employment.since.slice(0, 10)}`
    case 'leaving':
      return 'leaving'
    default:
      return 'not known'
  }
}

/** Accounts of any connections. */
export function AccountTable({
  name,
  accounts,
  head,
  showsOwner = true,
}: {
  readonly name: string
  readonly accounts: readonly AccountView[]
  readonly head?: ViewHead | undefined
  /** @default true */
  readonly showsOwner?: boolean
}) {
  const names = new Map(head?.systems.map((system) => [system.connectionId, system.name]))
  return (
    <Scrollable name={name} isPaged>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Connection</th>
            <th scope="col">Status</th>
            <th scope="col">Administrator</th>
            <th scope="col">Second factor</th>
            <th scope="col">{showsOwner ? 'Whose' : 'Known by'}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr>
              <th scope="row">
                {account.name ?? account.id}
                <span class="small">{account.email ?? account.id}</span>
              </th>
              <td data-label="Connection">
                <Link to={`/connections/${account.connectionId}`}>
                  {names.get(account.connectionId) ?? account.connectionId}
                </Link>
              </td>
              <td data-label="Status">{describeStatus(account)}</td>
              <td data-label="Administrator">{knownWords[account.administrator]}</td>
              <td data-label="Second factor">{knownWords[account.secondFactor]}</td>
              <td data-label={showsOwner ? 'Whose' : 'Known by'}>
                {showsOwner ? describeOwner(account.owner) : describeBasis(account.owner)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

export const knownWords: Readonly<Record<Known, string>> = { yes: 'yes', no: 'no', unknown: 'not known' }

function describeStatus({ kind, status }: AccountView): string {
  return kind === 'person' ? status : `${status} (${kind})`
}

function describeOwner({ is, personName, personId, because }: ShownOwner): string {
  if (is === 'person') return personName ?? personId ?? ''
  if (is === 'service') return `a service of ${personName ?? personId}`
  if (is === 'out-of-scope') return `out of scope: ${because ?? ''}`
  return because ?? 'not known'
}

const basisWords: Readonly<Record<string, string>> = {
  directory: 'the directory',
  'single-sign-on': 'single sign-on',
  email: 'its address',
  alias: 'a confirmed address',
  hand: 'a decision',
}

export function describeBasis({ by, because }: ShownOwner): string {
  const basis = by === undefined ? 'nobody knows' : (basisWords[by] ?? by)
  return because === undefined ? basis : `${basis}. ${because}`
}
