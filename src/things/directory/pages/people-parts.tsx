import type { Employment } from '../../../crosscheck/define/judge-employment.ts'
import { findWord } from '../../all-texts/find-word.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { TextField } from '../../pages/shared/form-field.tsx'
import { LastDayField } from '../../pages/shared/last-day-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { ViewHead } from '../build-view.ts'
import type { AccountView, ShownOwner } from '../view-entries.ts'

/** When the list was put together, and what is not in it. */
export function ViewState({ head, isOld }: { readonly head: ViewHead; readonly isOld: boolean }) {
  const texts = useTexts()
  const gaps = head.systems.filter(({ because }) => because !== undefined)
  return (
    <section class="sheet" aria-label={texts.people.basis.title}>
      <p class="small">
        {texts.people.basis.builtAt({ moment: <Moment at={head.builtAt} /> })}
        {isOld && texts.people.basis.outdated}
      </p>
      {head.doubt !== undefined && <p>{texts.people.basis.directoryIncomplete({ doubt: head.doubt })}</p>}
      {gaps.length > 0 && (
        <details>
          <summary>{texts.people.basis.gaps({ count: gaps.length })}</summary>
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
      <TextField name="reason" label={texts.labels.reason} help={help} maxlength={1_000} required>
        {reason}
      </TextField>
      <LastDayField latest={latest} value={expires} />
    </>
  )
}

/** `yes`, `left on 2026-04-30`. */
export function describeEmployment(texts: Texts, { employment }: { readonly employment: Employment }): string {
  switch (employment.is) {
    case 'working':
      return texts.states.yes
    case 'not begun':
      return texts.states.notYet
    case 'left':
      return employment.from === 'last day'
        ? texts.people.employment.leftOn({ day: employment.since })
        : texts.people.employment.goneSince({ day: employment.since.slice(0, 10) })
    case 'leaving':
      return texts.people.employment.leaving
    default:
      return texts.states.unknown
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
  const says = texts.people.waiting({ count: accounts })
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
      <Table
        rows={accounts}
        columns={[
          [
            texts.people.table.account,
            ({ id, name, email }) => (
              <>
                {name ?? id}
                <span class="small">{email ?? id}</span>
              </>
            ),
          ],
          [
            texts.labels.connection,
            ({ connectionId }) => (
              <Link to={`/connections/${connectionId}`}>{names.get(connectionId) ?? connectionId}</Link>
            ),
          ],
          [texts.labels.status, describeStatus],
          [texts.labels.administrator, ({ administrator }) => texts.people.known[administrator]],
          [texts.people.table.secondFactor, ({ secondFactor }) => texts.people.known[secondFactor]],
          showsOwner
            ? [texts.labels.accountOwner, ({ owner }) => describeOwner(texts, owner)]
            : [texts.people.table.knownBy, ({ owner }) => describeBasis(texts, owner)],
        ]}
      />
    </Scrollable>
  )
}

function describeStatus({ kind, status }: AccountView): string {
  return kind === 'person' ? status : `${status} (${kind})`
}

function describeOwner(texts: Texts, { is, personName, personId, because }: ShownOwner): string {
  if (is === 'person') return personName ?? personId ?? ''
  if (is === 'service') return texts.people.owner.service({ name: personName ?? personId })
  if (is === 'out-of-scope') return texts.people.owner.outOfScope({ because: because ?? '' })
  return because ?? texts.states.unknown
}

export function describeBasis(texts: Texts, { by, because }: ShownOwner): string {
  const basis = by === undefined ? texts.people.linkedByUnknown : (findWord(texts.people.linkedBy, by) ?? by)
  return because === undefined ? basis : `${basis}. ${because}`
}
