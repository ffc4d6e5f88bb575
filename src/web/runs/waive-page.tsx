import type { ResultRecord } from '../../define/index.ts'
import { ApiError, CheckwrightError } from '../../errors/index.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'

const path = '/runs/:runId/waive'

/** Accepts one failing result as a risk, for a while. */
export const waivePage = definePage({
  path,
  access: 'waivers:write',
  show: async (visit) => {
    const place = await findWaivedFinding(visit, (name) => visit.query.get(name))
    return renderWaiveForm(
      place,
      { justification: '', approver: await findApproverName(visit), expires: '' },
      undefined,
    )
  },
})

export const waive = defineAction({
  path,
  access: 'waivers:write',
  audit: { action: 'waiver.create', target: 'runId' },
  act: async (submission) => {
    const { runtime, person, form } = submission
    const place = await findWaivedFinding(submission, form.text)
    const given = {
      justification: form.text('justification').trim(),
      approver: form.text('approver').trim(),
      expires: form.text('expires').trim(),
    }
    const missing = Object.entries(given).find(([, value]) => value === '')
    if (missing) return renderWaiveForm(place, given, 'Enter a reason, an approver and a last day.')
    try {
      await runtime.waivers.create({
        organizationId: person.organizationId,
        userId: person.userId,
        connector: requireLiteral(place.connectorId),
        check: requireLiteral(place.checkId),
        resource: requireLiteral(place.result.resource.id),
        resourceType: requireLiteral(place.result.resource.type),
        ...(form.text('everywhere') === 'yes' ? { allConnections: true as const } : { connection: place.connectionId }),
        ...given,
      })
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'WAIVERS_INVALID')
        return renderWaiveForm(place, given, error.message)
      throw error
    }
    return { kind: 'redirect', to: `/runs/${place.runId}`, notice: 'waived' }
  },
})

interface WaivedFinding {
  readonly runId: string
  readonly connectorId: string
  readonly connectionId: string
  readonly checkId: string
  readonly result: ResultRecord
}

/** The finding to accept. @throws ApiError 404 */
async function findWaivedFinding(
  { runtime, person, params }: OwnVisit,
  get: (name: string) => string | null,
): Promise<WaivedFinding> {
  const run = await runtime.runs.kept({ id: params.runId ?? '', organizationId: person.organizationId })
  const [checkId, findingId] = [get('check'), get('finding')]
  for await (const result of run?.kept?.results(checkId ?? '') ?? []) {
    if (run && checkId && result.findingId === findingId && result.status === 'fail')
      return { runId: run.id, connectorId: run.connectorId, connectionId: run.connectionId, checkId, result }
  }
  throw new ApiError('There is no such finding.', { code: 'NOT_FOUND', status: 404 })
}

/** `*` and `?` are special in patterns, so an id with them would accept more than this one. */
function requireLiteral(id: string): string {
  if (!/[*?]/.test(id)) return id
  throw new ApiError(
    'The name of this resource has a * or ?, which are patterns in a waiver. Accept it in a waivers file.',
    {
      code: 'API_INVALID',
      status: 400,
    },
  )
}

async function findApproverName({ users, person: { organizationId, userId } }: OwnVisit): Promise<string> {
  return (await users.find({ organizationId, userId }))?.email ?? ''
}

interface WaiverEntry {
  readonly justification: string
  readonly approver: string
  readonly expires: string
}

function renderWaiveForm(
  { runId, checkId, result }: WaivedFinding,
  given: WaiverEntry,
  problem: string | undefined,
): PageAnswer {
  const { resource, title, findingId } = result
  return {
    kind: 'page',
    status: problem === undefined ? 200 : 400,
    title: 'Accept a risk',
    content: (
      <section class="lone">
        <p class="crumbs">
          <Link to={`/runs/${runId}`}>The run</Link>
        </p>
        <h1>Accept this risk</h1>
        <p>
          <b>{title}</b>, {resource.type} {resource.name ?? resource.id}
        </p>
        <p class="small">
          From now on it is an accepted risk on this connection, until the last day that you enter. It stays in the
          record as failing, but its control no longer counts it.
        </p>
        {problem !== undefined && (
          <div class="alert" role="alert">
            <p>{problem}</p>
          </div>
        )}
        <PostForm to={`/runs/${runId}/waive`}>
          <input type="hidden" name="check" value={checkId} />
          <input type="hidden" name="finding" value={findingId} />
          <div class="field">
            <label for="justification">Reason</label>
            <textarea id="justification" name="justification" required>
              {given.justification}
            </textarea>
          </div>
          <div class="field">
            <label for="approver">Accepted by</label>
            <input id="approver" name="approver" value={given.approver} required />
          </div>
          <div class="field">
            <label for="expires">Last day</label>
            <input id="expires" name="expires" type="date" value={given.expires} required />
          </div>
          <div class="field">
            <label>
              <input type="checkbox" name="everywhere" value="yes" /> On every connection of this connector, not only
              this one
            </label>
          </div>
          <div class="actions">
            <button class="button primary" type="submit">
              Accept the risk
            </button>
            <Link to={`/runs/${runId}`} looks="quiet">
              Leave it open
            </Link>
          </div>
        </PostForm>
      </section>
    ),
  }
}
