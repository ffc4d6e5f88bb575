import type { DismissedProposal } from '../../../crosscheck/links/dismissal-store.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { DismissalInput } from '../dismissals.ts'
import type { AccountView } from '../view-entries.ts'

export const dismissPath = '/people/list/dismissed'
const dismissalsShown = 50

/** Proposals that nobody wants to see again, so that somebody can bring one back. */
export const dismissedPage = definePage({
  path: dismissPath,
  access: 'people:write',
  show: async ({ texts, runtime, person: { organizationId }, query }) => {
    const after = query.get('after') ?? undefined
    const found = await runtime.dismissals.list({ organizationId, after, limit: dismissalsShown + 1 })
    const shown = found.slice(0, dismissalsShown)
    const connections = await runtime.connections.search({
      organizationId,
      ids: [...new Set(shown.map(({ connectionId }) => connectionId))],
      limit: dismissalsShown,
    })
    const names = new Map(connections.map(({ connection }) => [connection.id, connection.name ?? connection.connector]))
    return createPage(
      { title: texts.people.dismissed.title },
      <>
        <PageHead
          crumbs={
            <>
              <Link to="/people">{texts.labels.people}</Link>{' '}
              <Link to="/people/list/decide">{texts.people.decide.title}</Link>
            </>
          }
          title={texts.people.dismissed.title}
          lead={texts.people.dismissed.lead}
        />
        {shown.length === 0 ? (
          <p class="sheet">{texts.people.dismissed.empty}</p>
        ) : (
          <ul class="list sheet">
            {shown.map((dismissed) => (
              <Dismissed dismissed={dismissed} name={names.get(dismissed.connectionId) ?? dismissed.connectionId} />
            ))}
          </ul>
        )}
        <KeyedPages
          at={dismissPath}
          isFirst={after === undefined}
          next={found.length > dismissalsShown ? shown.at(-1)?.id : undefined}
          says={texts.people.dismissed.count({ count: shown.length })}
        />
      </>,
    )
  },
})

function Dismissed({ dismissed, name }: { readonly dismissed: DismissedProposal; readonly name: string }) {
  const texts = useTexts()
  const { id, recordId, personId, dismissedBy, dismissedAtMs } = dismissed
  return (
    <li>
      <span class="what">
        {texts.people.dismissed.entry({ recordId, connection: name, person: <code>{personId}</code> })}
        <span class="small">
          {`${dismissedBy}, `}
          <Moment at={dismissedAtMs} />
        </span>
      </span>
      <PostForm to={`${dismissPath}/${id}/restore`}>
        <SubmitButton looks="quiet" aria-label={texts.people.dismissed.restoreNamed({ recordId })}>
          {texts.people.dismissed.restore}
        </SubmitButton>
      </PostForm>
    </li>
  )
}

export const dismissProposals = defineAction({
  path: dismissPath,
  access: 'people:write',
  audit: { action: 'proposal.dismiss' },
  act: async ({ runtime, users, person: { organizationId, userId }, form }) => {
    const user = await users.find({ organizationId, userId })
    const proposals = parseDismissal(form.text('proposals'))
    try {
      await runtime.dismissals.dismiss({ organizationId, proposals, actor: user?.email || user?.name || userId })
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'LINK_INVALID') throw error
      throw new ApiError(error.message, { code: 'LINK_INVALID' })
    }
    return { kind: 'redirect', to: '/people/list/decide', notice: 'proposals-dismissed' }
  },
})

export const restoreProposal = defineAction({
  path: `${dismissPath}/:dismissedId/restore`,
  access: 'people:write',
  audit: { action: 'proposal.restore', target: 'dismissedId' },
  act: async ({ runtime, person: { organizationId }, params }) => {
    if (!(await runtime.dismissals.restore({ id: params.dismissedId ?? '', organizationId })))
      throw new ApiError('There is no such proposal that somebody dismissed.', { code: 'NOT_FOUND' })
    return { kind: 'redirect', to: dismissPath, notice: 'proposal-restored' }
  },
})

/** All proposals of an account, as its button sends them. */
export function formatDismissal({ connectionId, id, owner }: AccountView): string {
  const people = (owner.proposals ?? []).flatMap(({ personId, digest }) => (digest ? [[personId, digest]] : []))
  return JSON.stringify([connectionId, id, people])
}

/** Anybody can send any text. What is no proposal is refused with all others. */
function parseDismissal(text: string): readonly DismissalInput[] {
  try {
    const [connectionId, recordId, people]: readonly unknown[] = JSON.parse(text)
    if (!Array.isArray(people)) return []
    return people.map((each: readonly unknown[]) => ({
      connectionId: String(connectionId),
      recordId: String(recordId),
      personId: String(each[0]),
      digest: String(each[1]),
    }))
  } catch {
    return []
  }
}
