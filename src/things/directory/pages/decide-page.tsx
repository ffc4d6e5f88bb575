import { computeLatestExpiry } from '../../../checks/waivers/limits.ts'
import type { LinkTarget } from '../../../crosscheck/define/stored-link.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { isObject } from '../../../text/is-object.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, SubmitButton } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { LinkInput } from '../link-input.ts'
import type { AccountView } from '../view-entries.ts'
import { dismissPath, formatDismissal } from './dismissed-page.tsx'
import { DomainQuestions } from './domain-questions.tsx'
import { readFrom } from './people-page.tsx'
import { decidePath, type ReasonEntry, ReasonFields, ViewState } from './people-parts.tsx'
import { showWhenBuilt } from './waiting-page.tsx'

const path = decidePath
const accountsShown = 25

/** Accounts that may be somebody's, with the reason: nothing is linked before an admin says so. */
export const decidePage = definePage({
  path,
  access: 'people:write',
  auditRead: { action: 'people.read', describe: () => ({ target: '', fields: ['accounts'] }) },
  show: showWhenBuilt((visit) => renderDecisions(visit, {})),
})

export const decide = defineAction({
  path,
  access: 'people:write',
  audit: { action: 'account_link.create' },
  act: async (submission) => {
    const { texts } = submission
    const { runtime, users, person, form } = submission
    const { organizationId, userId } = person
    const entry = { reason: form.text('reason').trim(), expires: form.text('expires').trim() }
    const accounts = form.group('account:')
    const links = Object.entries(form.group('to:')).flatMap(([at, text]): readonly LinkInput[] => {
      const place = parsePlace(accounts[at])
      const target = parseTarget(text)
      return place && target ? [{ ...place, ...target, ...entry }] : []
    })
    if (links.length === 0) return renderDecisions(submission, { ...entry, problem: texts.people.decide.nothingChosen })
    const user = await users.find({ organizationId, userId })
    try {
      await runtime.accountLinks.createAll({ organizationId, links, actor: user?.email || user?.name || userId })
      return { kind: 'redirect', to: path, notice: 'accounts-linked' }
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'LINK_INVALID')
        return renderDecisions(submission, { ...entry, problem: error.message })
      throw error
    }
  },
})

interface LinkEntry extends ReasonEntry {
  readonly problem?: string
}

async function renderDecisions({ texts, runtime, person, query }: OwnVisit, entry: LinkEntry): Promise<PageAnswer> {
  const { organizationId } = person
  const from = readFrom(query)
  const { head, isOld, data, next } = await runtime.peopleView.accounts({
    organizationId,
    filter: 'proposed',
    from,
    limit: accountsShown,
  })
  const latest = computeLatestExpiry(new Date(runtime.workspace.clock.nowMs()))
  const names = new Map(head.systems.map(({ connectionId, name }) => [connectionId, name]))
  const choosesFirst = query.get('choose') === 'first'
  return createPage(
    { status: entry.problem === undefined ? 200 : 400, title: texts.people.decide.title },
    <>
      <PageHead
        crumbs={<Link to="/people">{texts.labels.people}</Link>}
        title={texts.people.decide.title}
        lead={texts.people.decide.lead}
      />
      <div class="stack">
        <ViewState head={head} isOld={isOld} />
        <DomainQuestions questions={from === 0 ? await runtime.domainQuestions.list({ organizationId }) : []} />
        <Alert says={entry.problem} />
        {data.length === 0 ? (
          <p class="sheet">{texts.people.decide.empty}</p>
        ) : (
          <PostForm to={path} class="stack">
            <p>
              <Link to={`${path}?choose=first${from > 0 ? `&after=${from}` : ''}`}>
                {texts.people.decide.chooseFirst}
              </Link>
            </p>
            <ul class="list sheet">
              {data.map((account, at) => (
                <Decision
                  at={at}
                  account={account}
                  connection={names.get(account.connectionId) ?? account.connectionId}
                  choosesFirst={choosesFirst}
                />
              ))}
            </ul>
            <ReasonFields entry={entry} help={texts.people.decide.reasonHelp} latest={latest} />
            <FormActions submit={texts.people.decide.button} />
          </PostForm>
        )}
        {/* Apart, so that Enter in a field of the decisions never dismisses. */}
        <PostForm to={dismissPath} id="dismissals">
          <p class="small">
            <Link to={dismissPath}>{texts.people.dismissed.link}</Link>
          </p>
        </PostForm>
        <KeyedPages
          at={path}
          isFirst={from === 0}
          next={next === undefined ? undefined : String(next)}
          says={texts.counts.records.account({ count: data.length })}
        />
      </div>
    </>,
  )
}

interface DecisionProps {
  readonly at: number
  readonly account: AccountView
  readonly connection: string
  readonly choosesFirst: boolean
}

function Decision({ at, account, connection, choosesFirst }: DecisionProps) {
  const texts = useTexts()
  const { connectionId, id, name, email, kind, owner } = account
  const proposals = owner.proposals ?? []
  const isService = kind === 'service' || kind === 'shared'
  return (
    <li>
      <div class="what">
        <b>{name ?? id}</b> {email}{' '}
        <span class="small">{texts.access.account.inSystem({ name: kind, system: connection })}</span>
        <span class="small"> {owner.because}</span>
        <input type="hidden" name={`account:${at}`} value={JSON.stringify([connectionId, id])} />
        <div class="field">
          <label for={`to-${at}`}>{texts.labels.accountOwner}</label>
          <select id={`to-${at}`} name={`to:${at}`}>
            <option value="">{texts.people.decide.leaveOpen}</option>
            {proposals.map(({ personId, personName, because }, index) => (
              <option
                value={JSON.stringify({
                  to: isService ? { is: 'service', ownerId: personId } : { is: 'person', personId },
                  ...findDespite(account, personId),
                })}
                selected={choosesFirst && index === 0}
              >
                {texts.people.decide.candidate({ isService, name: personName ?? personId, because })}
              </option>
            ))}
            <option value={JSON.stringify({ to: { is: 'out-of-scope' } })}>{texts.access.account.outOfScope}</option>
          </select>
        </div>
        {proposals.some(({ digest }) => digest !== undefined) && (
          <p class="after">
            <SubmitButton
              looks="quiet"
              form="dismissals"
              name="proposals"
              value={formatDismissal(account)}
              aria-label={texts.people.decide.dismissNamed({ name: name ?? id })}
            >
              {texts.people.decide.dismiss}
            </SubmitButton>
          </p>
        )}
      </div>
    </li>
  )
}

/** Of two people an admin chooses one, and knows of the other. */
function findDespite({ owner }: AccountView, personId: string): { readonly despite?: string } {
  if (owner.is !== 'ambiguous') return {}
  const others = (owner.proposals ?? []).filter((proposal) => proposal.personId !== personId)
  const [other] = others
  return other && others.length === 1 ? { despite: other.personId } : {}
}

function parsePlace(text: string | undefined): Pick<LinkInput, 'connectionId' | 'recordId'> | undefined {
  const value = parseJson(text)
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [connectionId, recordId] = value
  return typeof connectionId === 'string' && typeof recordId === 'string' ? { connectionId, recordId } : undefined
}

function parseTarget(text: string): Pick<LinkInput, 'to' | 'despite'> | undefined {
  const value = parseJson(text)
  if (!isObject(value) || !isObject(value.to)) return undefined
  const to = readTarget(value.to)
  return to && omitUndefined({ to, despite: typeof value.despite === 'string' ? value.despite : undefined })
}

function readTarget({ is, personId, ownerId }: Readonly<Record<string, unknown>>): LinkTarget | undefined {
  if (is === 'out-of-scope') return { is }
  if (is === 'person' && typeof personId === 'string') return { is, personId }
  return is === 'service' && typeof ownerId === 'string' ? { is, ownerId } : undefined
}

/** Anybody can send any text. */
function parseJson(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
