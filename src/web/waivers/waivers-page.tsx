import { isExpired } from '../../checks/waivers/limits.ts'
import type { StoredWaiver } from '../../checks/waivers/waiver-store.ts'
import { ApiError } from '../../errors/index.ts'
import { findKnownTime } from '../../host/services/period.ts'
import { wasKeptAt } from '../../runtime/judgements/standing-decisions.ts'
import { mayDo, type Role } from '../../workspace/permissions.ts'
import { PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnSubmission } from '../page-route.ts'
import { ConnectionLink } from '../shared/connection-link.tsx'
import { Moment } from '../shared/moment.tsx'

/** The risks that the organization has accepted. An administrator can revoke them here. */
export const waiversPage = definePage({
  path: '/waivers',
  access: 'waivers:read',
  show: async ({ runtime, person }) => {
    const { organizationId, role } = person
    const nowMs = runtime.workspace.clock.nowMs()
    const within = findKnownTime(person, nowMs)
    const kept = await runtime.waivers.list({ organizationId, revoked: within !== undefined })
    const waivers = within ? kept.filter((waiver) => wasKeptAt(waiver, within.toMs)) : kept
    const now = new Date(within?.toMs ?? nowMs)
    return {
      kind: 'page',
      title: 'Accepted risks',
      content: (
        <>
          <header class="head">
            <div>
              <h1>Accepted risks</h1>
              <p class="lead">Failing results that one of these covers stay in the record, but do not count.</p>
              {within && (
                <p class="small">
                  As they were at the end of your period, <Moment at={now.getTime()} />.
                </p>
              )}
            </div>
          </header>
          {waivers.length === 0 && (
            <p>There are no accepted risks. You can accept a risk from a failing result of a run.</p>
          )}
          <ul class="sheet list">
            {waivers.map((waiver) => (
              <Entry waiver={waiver} role={role} isOver={isExpired(waiver.waiver, now)} />
            ))}
          </ul>
        </>
      ),
    }
  },
})

export const revokeWaiver = defineAction({
  path: '/waivers/:waiverId/revoke',
  access: 'waivers:write',
  audit: { action: 'waiver.revoke', target: 'waiverId' },
  act: async (submission) => {
    await submission.runtime.waivers.revoke(await demandWaiver(submission))
    return { kind: 'redirect', to: '/waivers', notice: 'waiver-revoked' }
  },
})

export const confirmWaiver = defineAction({
  path: '/waivers/:waiverId/confirm',
  access: 'waivers:write',
  audit: { action: 'waiver.confirm', target: 'waiverId' },
  act: async (submission) => {
    await submission.runtime.waivers.confirm(await demandWaiver(submission))
    return { kind: 'redirect', to: '/waivers', notice: 'waiver-confirmed' }
  },
})

/** @throws ApiError 404, for another organization's too */
async function demandWaiver({ runtime, params, person: { organizationId } }: OwnSubmission) {
  const ref = { id: params.waiverId ?? '', organizationId }
  if (await runtime.waivers.get(ref)) return ref
  throw new ApiError('There is no such waiver.', { code: 'NOT_FOUND', status: 404 })
}

interface EntryProps {
  readonly waiver: StoredWaiver
  readonly role: Role
  readonly isOver: boolean
}

function Entry({ waiver: { id, waiver, needsReview }, role, isOver }: EntryProps) {
  const connections = waiver.connection === undefined ? [] : [waiver.connection].flat()
  return (
    <li class="row">
      <span class="what">
        <b>
          {[waiver.connector].flat().join(', ')}: {[waiver.check].flat().join(', ')}
        </b>
        <p class="small">
          {[waiver.resource ?? 'every resource'].flat().join(', ')},{' '}
          {connections.length === 0
            ? 'on every connection'
            : connections.map((connection) => (
                <ConnectionLink id={connection}>
                  <code>{connection}</code>
                </ConnectionLink>
              ))}
        </p>
        <p class="small">
          {waiver.justification} {waiver.approver}, until {waiver.expires}
          {isOver && ', which is over'}
        </p>
        {needsReview && (
          <p class="small">It was accepted before a risk had to name its connection. Keep it for all, or revoke it.</p>
        )}
      </span>
      {mayDo(role, 'waivers:write') && (
        <>
          {needsReview && (
            <PostForm to={`/waivers/${id}/confirm`}>
              <button class="button quiet" type="submit">
                Keep it
              </button>
            </PostForm>
          )}
          <PostForm to={`/waivers/${id}/revoke`}>
            <button class="button danger" type="submit">
              Revoke it
            </button>
          </PostForm>
        </>
      )}
    </li>
  )
}
