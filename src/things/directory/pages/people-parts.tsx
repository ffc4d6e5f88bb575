import type { Employment } from '../../../crosscheck/define/judge-employment.ts'
import { findWord } from '../../all-texts/find-word.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import type { ViewHead } from '../build-view.ts'
import type { AccountView, ShownOwner } from '../view-entries.ts'

/** When the list was put together, and what is not in it. */
export function ViewState({ head, isOld }: { readonly head: ViewHead; readonly isOld: boolean }) {
  const texts = useTexts()
  const gaps = head.systems.filter(({ because }) => because !== undefined)
  return (
    <section class="sheet" aria-label={texts.people.whatTheListRestsOn}>
      <p class="small">
        {texts.people.putTogetherFromTheNewest({ moment: <Moment at={head.builtAt} /> })}
        {isOld && texts.people.somethingHasChangedSinceA}
      </p>
      {head.doubt !== undefined && <p>{texts.people.nobodyCanSayWhoIs({ doubt: head.doubt })}</p>}
      {gaps.length > 0 && (
        <details>
          <summary>{texts.people.whatCannotBeToldOf({ gaps: gaps.length })}</summary>
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

/** Why an admin decides so, and until when. */
export interface ReasonEntry {
  readonly reason?: string
  readonly expires?: string
}

/** @param help how somebody knows it @param latest the last day that is allowed */
export function ReasonFields({
  entry: { reason = '', expires = '' },
  help,
  latest,
}: {
  readonly entry: ReasonEntry
  readonly help: string
  readonly latest: string
}) {
  const texts = useTexts()
  return (
    <>
      <div class="field">
        <label for="reason">{texts.people.reason}</label>
        <p class="help" id="reason-help">
          {help}
        </p>
        <textarea id="reason" name="reason" maxlength={1_000} aria-describedby="reason-help" required>
          {reason}
        </textarea>
      </div>
      <div class="field">
        <label for="expires">{texts.people.lastDay}</label>
        <p class="help" id="expires-help">
          {texts.people.atMostAYearAhead({ latest })}
        </p>
        <input
          id="expires"
          name="expires"
          type="date"
          max={latest}
          value={expires}
          aria-describedby="expires-help"
          required
        />
      </div>
    </>
  )
}

/** `yes`, `left on 2026-04-30`. */
export function describeEmployment(texts: Texts, { employment }: { readonly employment: Employment }): string {
  switch (employment.is) {
    case 'working':
      return texts.people.yes
    case 'not begun':
      return texts.people.notYet
    case 'left':
      return employment.from === 'last day'
        ? texts.people.leftOn({ since: employment.since })
        : texts.people.goneSince({ since: employment.since.slice(0, 10) })
    case 'leaving':
      return texts.people.leaving
    default:
      return texts.people.notKnown
  }
}

/** Where somebody decides whose accounts are. */
export const decidePath = '/people/list/decide'

interface WaitingProps {
  /** How many may be of one person. */
  readonly accounts: number
  readonly mayDecide: boolean
}

/** Accounts that nobody has linked to a person yet. Whoever may decide gets there. */
export function Waiting({ accounts, mayDecide }: WaitingProps) {
  const texts = useTexts()
  const says = texts.people.waitFor({ accounts })
  return <span class="badge manual">{mayDecide ? <Link to={decidePath}>{says}</Link> : says}</span>
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
  const texts = useTexts()
  const names = new Map(head?.systems.map((system) => [system.connectionId, system.name]))
  return (
    <Scrollable name={name} isPaged>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{texts.people.account}</th>
            <th scope="col">{texts.people.connection}</th>
            <th scope="col">{texts.people.status}</th>
            <th scope="col">{texts.people.administratorLabel}</th>
            <th scope="col">{texts.people.secondFactor}</th>
            <th scope="col">{showsOwner ? texts.people.whose : texts.people.knownBy}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr>
              <th scope="row">
                {account.name ?? account.id}
                <span class="small">{account.email ?? account.id}</span>
              </th>
              <td data-label={texts.people.connection}>
                <Link to={`/connections/${account.connectionId}`}>
                  {names.get(account.connectionId) ?? account.connectionId}
                </Link>
              </td>
              <td data-label={texts.people.status}>{describeStatus(account)}</td>
              <td data-label={texts.people.administratorLabel}>{texts.people.knownWords[account.administrator]}</td>
              <td data-label={texts.people.secondFactor}>{texts.people.knownWords[account.secondFactor]}</td>
              <td data-label={showsOwner ? texts.people.whose : texts.people.knownBy}>
                {showsOwner ? describeOwner(texts, account.owner) : describeBasis(texts, account.owner)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

function describeStatus({ kind, status }: AccountView): string {
  return kind === 'person' ? status : `${status} (${kind})`
}

function describeOwner(texts: Texts, { is, personName, personId, because }: ShownOwner): string {
  if (is === 'person') return personName ?? personId ?? ''
  if (is === 'service') return texts.people.aServiceOf({ personName: personName ?? personId })
  if (is === 'out-of-scope') return texts.people.outOfScopeBecause({ because: because ?? '' })
  return because ?? texts.people.notKnown
}

export function describeBasis(texts: Texts, { by, because }: ShownOwner): string {
  const basis = by === undefined ? texts.people.nobodyKnows : (findWord(texts.people.basisWords, by) ?? by)
  return because === undefined ? basis : `${basis}. ${because}`
}
