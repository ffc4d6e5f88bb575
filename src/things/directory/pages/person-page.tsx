import { ApiError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { AccountLink } from '../account-links.ts'
import type { ViewHead } from '../build-view.ts'
import type { PersonDetail } from '../people-view.ts'
import { AccountTable, describeBasis, describeEmployment, Waiting } from './people-parts.tsx'
import { showWhenBuilt } from './waiting-page.tsx'

const historyShown = 50

/** Everything that is known of one person. */
export const personOfDirectoryPage = definePage({
  path: '/people/:personKey',
  access: 'people:read',
  auditRead: { action: 'people.read', describe: () => ({ target: '', fields: ['person'] }) },
  show: showWhenBuilt(async ({ texts, runtime, person: { organizationId, role }, params }) => {
    const person = await runtime.peopleView.person({ organizationId, key: params.personKey ?? '' })
    if (!person) throw new ApiError('There is no such person.', { code: 'NOT_FOUND' })
    const [{ head }, links, aliases] = await Promise.all([
      runtime.peopleView.head({ organizationId }),
      runtime.accountLinks.list({ organizationId, personId: person.id, ended: true, limit: historyShown }),
      runtime.accountLinks.listAliases({ organizationId }),
    ])
    const { accounts, waiting, devices, trainings, findings } = person
    const isEverySystemSeen = head.systems.every(({ readAt, because }) => readAt !== undefined && because === undefined)
    const mayWrite = mayDo(role, 'people:write')
    const source = head.sources.find(({ id }) => id === person.sourceId)
    return createPage(
      { title: person.name ?? texts.people.person.unnamed },
      <>
        <PageHead
          crumbs={<Link to="/people">{texts.labels.people}</Link>}
          title={person.name ?? person.email ?? person.id}
        />
        <div class="stack">
          <section class="sheet" aria-label={texts.people.person.directory}>
            <Facts person={person} sourceName={source?.name ?? person.sourceId} />
            {aliases
              .filter(({ personId }) => personId === person.id)
              .map(({ address, expires, actor }) => (
                <p class="small">{texts.people.person.confirmedAddress({ actor, address, expires })}</p>
              ))}
            {mayDo(role, 'people:write') && (
              <p class="after">
                <Link to={`/people/${person.key}/addresses`}>{texts.people.addresses.title}</Link>
              </p>
            )}
          </section>
          <h2>{texts.labels.accounts}</h2>
          {accounts.length === 0 ? (
            <p class="sheet">
              {waiting.length > 0 ? texts.people.person.noAccountsYet : texts.people.person.noAccounts}
              {!isEverySystemSeen && ` ${texts.people.person.accountListsIncomplete}`}
            </p>
          ) : (
            <AccountTable name={texts.labels.accounts} accounts={accounts} head={head} showsOwner={false} />
          )}
          {waiting.length > 0 && (
            <>
              <h3 class="row">
                {texts.people.person.possibleAccounts} <Waiting accounts={waiting.length} mayDecide={mayWrite} />
              </h3>
              <AccountTable name={texts.people.person.possibleAccounts} accounts={waiting} head={head} />
            </>
          )}
          <h2>{texts.labels.devices}</h2>
          <List
            none={texts.people.person.noDevices[head.seen.device]}
            items={devices.map(({ name, id, os, osVersion, diskEncrypted, screenLock, owner }) => (
              <>
                <b>{name ?? id}</b> {[os, osVersion].filter(Boolean).join(' ')}
                <span class="small">
                  {texts.people.person.device({
                    encrypted: texts.people.known[diskEncrypted],
                    locks: texts.people.known[screenLock],
                    basis: describeBasis(texts, owner),
                  })}
                </span>
              </>
            ))}
          />
          <h2>{texts.people.person.training}</h2>
          <List
            none={texts.people.person.noTrainings[head.seen.training]}
            items={trainings.map(({ course, id, status, dueAt, completedAt }) => (
              <>
                <b>{course ?? id}</b> {status}
                {completedAt && (
                  <span class="small"> {texts.people.person.completedOn({ moment: <Moment at={completedAt} /> })}</span>
                )}
                {!completedAt && dueAt && (
                  <span class="small"> {texts.people.person.dueOn({ moment: <Moment at={dueAt} /> })}</span>
                )}
              </>
            ))}
          />
          <h2>{texts.labels.findings}</h2>
          <List
            none={waiting.length > 0 ? texts.people.person.noFindingsYet : texts.people.person.noFindings}
            items={findings.map(({ id, severity, result }) => (
              <>
                <Link to={`/findings/${id}`}>{result.title}</Link>{' '}
                <span class="small">{texts.states.severity[severity]}</span>
              </>
            ))}
          />
          <h2>{texts.people.links.title}</h2>
          <Links links={links} head={head} personKey={person.key} mayWrite={mayDo(role, 'people:write')} />
        </div>
      </>,
    )
  }),
})

export const revokeLink = defineAction({
  path: '/people/:personKey/links/:linkId/revoke',
  access: 'people:write',
  audit: { action: 'account_link.revoke', target: 'linkId' },
  act: async ({ runtime, users, person: { organizationId, userId }, params }) => {
    const user = await users.find({ organizationId, userId })
    const ref = { id: params.linkId ?? '', organizationId, actor: user?.email || user?.name || userId }
    if (!(await runtime.accountLinks.revoke(ref)))
      throw new ApiError('There is no such link, or it was revoked.', { code: 'NOT_FOUND' })
    return { kind: 'redirect', to: `/people/${params.personKey}`, notice: 'link-revoked' }
  },
})

function Facts({ person, sourceName }: { readonly person: PersonDetail; readonly sourceName: string }) {
  const texts = useTexts()
  const { employment } = person
  return (
    <dl class="pairs">
      <dt>{texts.people.list.worksHere}</dt>
      <dd>
        {describeEmployment(texts, person)}
        {'because' in employment && <span class="small"> {employment.because}</span>}
      </dd>
      <dt>{texts.labels.kind}</dt>
      <dd>{person.kind === 'unknown' ? texts.states.unknown : person.kind}</dd>
      <dt>{texts.people.person.email}</dt>
      <dd>{person.email ?? texts.states.unknown}</dd>
      <dt>{texts.labels.firstDay}</dt>
      <dd>{describeDay(texts, person.startsAt)}</dd>
      <dt>{texts.labels.lastDay}</dt>
      <dd>{describeDay(texts, person.endsAt)}</dd>
      <dt>{texts.people.person.source}</dt>
      <dd>{sourceName}</dd>
      <dt>{texts.labels.id}</dt>
      <dd>
        <code>{person.id}</code>
      </dd>
      {person.others.length > 0 && (
        <>
          <dt>{texts.people.person.otherIds}</dt>
          <dd>
            {person.others.map((id) => (
              <code>{id} </code>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function describeDay(texts: Texts, day: string | null | undefined): string {
  return day === null ? texts.shared.notSpecified : (day ?? texts.states.unknown)
}

function List({ none, items }: { readonly none: string; readonly items: readonly unknown[] }) {
  if (items.length === 0) return <p class="sheet">{none}</p>
  return (
    <ul class="list sheet">
      {items.map((item) => (
        <li>
          <span class="what">{item}</span>
        </li>
      ))}
    </ul>
  )
}

function Links({
  links,
  head: { systems },
  personKey,
  mayWrite,
}: {
  readonly links: readonly AccountLink[]
  readonly head: ViewHead
  readonly personKey: string
  readonly mayWrite: boolean
}) {
  const texts = useTexts()
  if (links.length === 0) return <p class="sheet">{texts.people.links.empty}</p>
  return (
    <Scrollable name={texts.people.links.title} isPaged>
      <Table
        rows={links}
        columns={[
          [
            texts.people.table.account,
            ({ recordId, connectionId, to }) => (
              <>
                <code>{recordId}</code>{' '}
                <span class="small">{systems.find((system) => system.connectionId === connectionId)?.name}</span>
                {to.is === 'service' && <span class="small">{texts.people.links.service}</span>}
              </>
            ),
          ],
          [texts.labels.since, ({ at }) => <Moment at={at} />],
          [
            texts.labels.by,
            ({ by, actor, reason }) =>
              by === 'hand' ? `${actor}: ${reason}` : describeBasis(texts, { is: 'person', by }),
          ],
          [
            texts.labels.status,
            ({ id, recordId, by, state, expires }) => (
              <>
                {expires !== undefined && state === 'holds'
                  ? texts.people.links.inForceUntil({ expires })
                  : texts.people.links.states[state]}
                {mayWrite && state !== 'ended' && by === 'hand' && (
                  <PostForm to={`/people/${personKey}/links/${id}/revoke`}>
                    <SubmitButton looks="quiet" aria-label={texts.people.links.revoke({ recordId })}>
                      {texts.actions.revoke}
                    </SubmitButton>
                  </PostForm>
                )}
              </>
            ),
          ],
        ]}
      />
    </Scrollable>
  )
}
