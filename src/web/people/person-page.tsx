import { ApiError } from '../../errors/index.ts'
import type { AccountLink } from '../../runtime/directory/account-links.ts'
import type { PersonDetail } from '../../runtime/directory/people-view.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage } from '../page-route.ts'
import { Moment } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { AccountTable, describeBasis, describeEmployment, knownWords } from './people-parts.tsx'
import { showWhenBuilt } from './waiting-page.tsx'

const historyShown = 50

/** Everything that is known of one person. */
export const personOfDirectoryPage = definePage({
  path: '/people/:personKey',
  access: 'people:read',
  auditRead: { action: 'people.read', describe: () => ({ target: '', fields: ['person'] }) },
  show: showWhenBuilt(async ({ runtime, person: { organizationId, role }, params }) => {
    const person = await runtime.peopleView.person({ organizationId, key: params.personKey ?? '' })
    if (!person) throw new ApiError('There is no such person.', { code: 'NOT_FOUND', status: 404 })
    const [{ head }, links, aliases] = await Promise.all([
      runtime.peopleView.head({ organizationId }),
      runtime.accountLinks.list({ organizationId, personId: person.id, ended: true, limit: historyShown }),
      runtime.accountLinks.listAliases({ organizationId }),
    ])
    const { accounts, devices, trainings, findings } = person
    const source = head.sources.find(({ id }) => id === person.sourceId)
    return {
      kind: 'page',
      title: person.name ?? 'A person',
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to="/people">People</Link>
              </p>
              <h1>{person.name ?? person.email ?? person.id}</h1>
            </div>
          </header>
          <div class="stack">
            <section class="sheet" aria-label="What the directory says">
              <Facts person={person} sourceName={source?.name ?? person.sourceId} />
              {aliases
                .filter(({ personId }) => personId === person.id)
                .map(({ address, expires, actor }) => (
                  <p class="small">{`${actor} has confirmed the address ${address} until ${expires}.`}</p>
                ))}
              {mayDo(role, 'people:write') && <Link to={`/people/${person.key}/addresses`}>Further addresses</Link>}
            </section>
            <h2>Accounts</h2>
            {accounts.length === 0 ? (
              <p class="sheet">No account is known to be theirs.</p>
            ) : (
              <AccountTable name="Accounts" accounts={accounts} head={head} showsOwner={false} />
            )}
            <h2>Devices</h2>
            <List
              none="No device is known to be theirs."
              items={devices.map(({ name, id, os, osVersion, diskEncrypted, screenLock, owner }) => (
                <>
                  <b>{name ?? id}</b> {[os, osVersion].filter(Boolean).join(' ')}
                  <span class="small">
                    {` Encrypted: ${knownWords[diskEncrypted]}. Locks its screen: ${knownWords[screenLock]}. Known by ${describeBasis(owner)}.`}
                  </span>
                </>
              ))}
            />
            <h2>Training</h2>
            <List
              none="No training is known to be theirs."
              items={trainings.map(({ course, id, status, dueAt, completedAt }) => (
                <>
                  <b>{course ?? id}</b> {status}
                  {completedAt && (
                    <span class="small">
                      {' '}
                      on <Moment at={completedAt} />
                    </span>
                  )}
                  {!completedAt && dueAt && (
                    <span class="small">
                      {' '}
                      due <Moment at={dueAt} />
                    </span>
                  )}
                </>
              ))}
            />
            <h2>Findings</h2>
            <List
              none="Nothing fails for them now."
              items={findings.map(({ id, severity, result }) => (
                <>
                  <Link to={`/findings/${id}`}>{result.title}</Link> <span class="small">{severity}</span>
                </>
              ))}
            />
            <h2>History of links</h2>
            <Links links={links} personKey={person.key} mayWrite={mayDo(role, 'people:write')} />
          </div>
        </>
      ),
    }
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
      throw new ApiError('There is no such link, or it was revoked.', { code: 'NOT_FOUND', status: 404 })
    return { kind: 'redirect', to: `/people/${params.personKey}`, notice: 'link-revoked' }
  },
})

function Facts({ person, sourceName }: { readonly person: PersonDetail; readonly sourceName: string }) {
  const { employment } = person
  return (
    <dl class="pairs">
      <dt>Works here</dt>
      <dd>
        {describeEmployment(person)}
        {'because' in employment && <span class="small"> {employment.because}</span>}
      </dd>
      <dt>Kind</dt>
      <dd>{person.kind === 'unknown' ? 'not known' : person.kind}</dd>
      <dt>Address</dt>
      <dd>{person.email ?? 'not known'}</dd>
      <dt>First day</dt>
      <dd>{describeDay(person.startsAt)}</dd>
      <dt>Last day</dt>
      <dd>{describeDay(person.endsAt)}</dd>
      <dt>Source</dt>
      <dd>{sourceName}</dd>
      <dt>Id</dt>
      <dd>
        <code>{person.id}</code>
      </dd>
      {person.others.length > 0 && (
        <>
          <dt>Also known as</dt>
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

function describeDay(day: string | null | undefined): string {
  return day === null ? 'none' : (day ?? 'not known')
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

const stateWords = { holds: 'holds', expired: 'is over', ended: 'was replaced or revoked' } as const

function Links({
  links,
  personKey,
  mayWrite,
}: {
  readonly links: readonly AccountLink[]
  readonly personKey: string
  readonly mayWrite: boolean
}) {
  if (links.length === 0) return <p class="sheet">No link names them.</p>
  return (
    <Scrollable name="History of links" isPaged>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Since</th>
            <th scope="col">By</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr>
              <th scope="row">
                <code>{link.recordId}</code>
                {link.to.is === 'service' && <span class="small">a service</span>}
              </th>
              <td data-label="Since">
                <Moment at={link.at} />
              </td>
              <td data-label="By">
                {link.by === 'hand' ? `${link.actor}: ${link.reason}` : describeBasis({ is: 'person', by: link.by })}
              </td>
              <td data-label="State">
                {link.expires !== undefined && link.state === 'holds'
                  ? `holds until ${link.expires}`
                  : stateWords[link.state]}
                {mayWrite && link.state !== 'ended' && link.by === 'hand' && (
                  <PostForm to={`/people/${personKey}/links/${link.id}/revoke`}>
                    <button class="button quiet" type="submit" aria-label={`Revoke the link of ${link.recordId}`}>
                      Revoke
                    </button>
                  </PostForm>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
