import { formatPageCursor } from '../../src/service/api/schemas/page-cursor.ts'
import { declaredThings } from '../../src/things/declared/declared-things.ts'
import { dayMs } from './organization.ts'
import type { Subjects } from './subjects.ts'

const api = '/v1/integrations'

/** Every GET of the API and every page that could grow with history, also filtered and sorted. */
export function listRequests(subjects: Subjects): readonly string[] {
  return [
    ...listFindings(subjects),
    ...listRuns(subjects),
    ...listConnections(subjects),
    ...listJudged(subjects),
    ...listDirectory(subjects),
    ...listWork(subjects),
    ...listSettings(subjects),
  ]
}

function listFindings({ connectionId, findingId, userId }: Subjects): readonly string[] {
  const findings = [
    '',
    'limit=100',
    'state=resolved',
    'state=regressed',
    'severity=critical',
    'severity=low',
    'sort=due',
    'sort=severity',
    'waived=true',
    'waived=false',
    'overdue=true',
    'unowned=true',
    `owner=${userId}`,
    `owner=${userId}&sort=due`,
    'control=soc2:CC6.2',
    'control=soc2:CC6.2&sort=due',
    'control=soc2:CC6.2&sort=severity',
    'check=check-medium&connector=history',
    `connectionId=${connectionId}`,
    'q=Person%203',
    'q=nobody-has-this',
    'dueFrom=2026-12-01&dueTo=2026-12-31&sort=due',
  ]
  return [
    ...findings.map((query) => `${api}/findings?${query}`),
    `${api}/findings/${findingId}`,
    `/v1/comments?entityType=finding&entityId=${findingId}`,
    `/v1/comment-threads?entityType=finding&entityId=${findingId}`,
    '/findings',
    '/findings?state=accepted',
    '/findings?state=resolved',
    '/findings?state=all&sort=changed',
    '/findings?sort=severity',
    '/findings?due=overdue',
    `/findings?owner=${userId}`,
    '/findings?severity=low',
    `/findings?connection=${connectionId}`,
    '/findings?q=person',
    `/findings/${findingId}`,
    '/findings/due-days',
  ]
}

function listRuns({ connectionId, runId }: Subjects): readonly string[] {
  const middle = formatPageCursor({ atMs: Date.now() - 15 * dayMs, id: runId })
  return [
    `${api}/runs`,
    `${api}/runs?limit=100`,
    `${api}/runs?cursor=${middle}`,
    `${api}/runs?connectionId=${connectionId}`,
    `${api}/runs/${runId}`,
    `${api}/runs/${runId}/results`,
    `${api}/runs/${runId}/results?status=fail`,
    `${api}/trend`,
    `${api}/trend?days=90`,
    `${api}/controls?framework=soc2`,
    `${api}/cross-checks`,
    `${api}/cross-checks/leavers`,
    `${api}/cross-checks/leavers/runs`,
    `${api}/cross-checks/leavers/variables`,
    `${api}/signing-keys`,
    '/',
    '/runs',
    '/runs?status=fail',
    `/runs?connection=${connectionId}`,
    '/runs?connector=history',
    `/runs/${runId}`,
    '/controls',
    '/frameworks',
    '/cross-checks',
    '/cross-checks/leavers',
    '/cross-checks/leavers/variables',
    '/cross-checks/schedule',
  ]
}

function listConnections({ connectionId, systemId }: Subjects): readonly string[] {
  const connections = [
    '',
    'limit=100',
    'sort=attention',
    'sort=name',
    'sort=last-run',
    'state=needs_reauth',
    'state=disconnected&sort=name',
    'state=paused',
    'connector=history',
    'connector=directory',
    'connector=system&sort=attention',
    'scheduled=true',
    'scheduled=false',
    'q=connection%207',
    'q=system%201',
    'q=nobody-has-this',
  ]
  const pages = [
    '',
    'sort=newest',
    'sort=attention',
    'sort=last-run',
    'state=all',
    'state=disconnected',
    'connector=directory',
    'schedule=none',
    'q=connection%207',
    'q=nobody-has-this',
  ]
  return [
    ...connections.map((query) => `${api}/connections?${query}`),
    `${api}/connections/${connectionId}`,
    `${api}/connections/${connectionId}/history`,
    `${api}/connections/${connectionId}/checks`,
    `${api}/connections/${connectionId}/variables`,
    `${api}/connections/${connectionId}/inventories`,
    `${api}/connections/${connectionId}/schedule`,
    `${api}/connections/${systemId}/inventories`,
    `${api}/connections/${systemId}/inventories/account`,
    `${api}/schedules`,
    `${api}/schedules?sort=next`,
    `${api}/connectors`,
    `${api}/connectors/history`,
    `${api}/oauth-apps`,
    ...pages.map((query) => `/connections?${query}`),
    `/connections/${connectionId}`,
    `/connections/${connectionId}/inventories`,
    `/connections/${systemId}`,
    `/connections/${systemId}/inventories`,
    `/connections/${systemId}/inventories/account`,
    `/connections/${connectionId}/disconnect`,
    '/schedules',
    '/connect',
    '/connect/history',
    '/connect/history/checks',
    '/connect/history/checks/check-medium',
    '/setup',
    '/setup/history',
  ]
}

function listJudged({ connectionId, findingId, judgementId, waiverId, userId }: Subjects): readonly string[] {
  return [
    `${api}/waivers`,
    `${api}/waivers?limit=100`,
    `${api}/waivers/${waiverId}`,
    '/v1/judgements',
    `/v1/judgements?connectionId=${connectionId}`,
    '/v1/judgements?connector=history&check=check-low',
    '/v1/judgements?decision=refused',
    '/v1/judgements?holds=true',
    `/v1/judgements?findingId=${findingId}`,
    `/v1/judgements/${judgementId}`,
    '/v1/judgements/needed',
    `/v1/judgements/needed?connectionId=${connectionId}`,
    '/judgements',
    `/judgements?connection=${connectionId}`,
    '/judgements/made',
    '/judgements/judge',
    '/search?q=check',
    '/waivers',
    '/waivers?state=expired',
    `/findings?owner=${userId}&sort=due`,
  ]
}

function listDirectory({ systemId, personKey, reviewId }: Subjects): readonly string[] {
  return [
    '/v1/people',
    '/v1/people?limit=100',
    '/v1/people?filter=leavers',
    '/v1/people?filter=no-second-factor',
    '/v1/people?filter=administrators',
    `/v1/people/${personKey}`,
    '/v1/accounts',
    '/v1/accounts?filter=nobodys',
    '/v1/accounts?filter=proposed',
    '/v1/accounts?filter=administrators',
    `/v1/accounts?connectionId=${systemId}`,
    '/v1/devices',
    '/v1/account-links',
    `/v1/account-links?connectionId=${systemId}`,
    '/v1/account-links?by=email',
    '/v1/account-links?ended=true',
    '/v1/account-links/dismissed',
    '/v1/directory',
    '/v1/directory/addresses',
    '/v1/access-reviews',
    '/v1/access-reviews?finished=true',
    `/v1/access-reviews?connectionId=${systemId}`,
    `/v1/access-reviews/${reviewId}`,
    `/v1/access-reviews/${reviewId}/decisions`,
    '/people',
    '/people?filter=leavers',
    '/people?filter=nobodys',
    `/people/${personKey}`,
    `/people/${personKey}/addresses`,
    '/people/list/addresses',
    '/people/list/dismissed',
    '/people/list/decide',
    '/access',
    '/access/start',
    `/access/${reviewId}`,
    '/settings/directory',
  ]
}

function listWork({ taskId, statedId, uploadId, answerId, webhookId, deliveryId }: Subjects): readonly string[] {
  return [
    '/v1/tasks',
    '/v1/tasks?state=overdue',
    '/v1/tasks/missing',
    '/v1/tasks/templates',
    `/v1/tasks/${taskId}`,
    `/v1/tasks/${statedId}`,
    `/v1/tasks/${statedId}/statements`,
    '/v1/packages',
    '/v1/evidence-forms/uploads',
    '/v1/evidence-forms/uploads?formType=access-review',
    `/v1/evidence-forms/uploads/${uploadId}`,
    '/v1/knowledge-base/manual-answers',
    '/v1/knowledge-base/manual-answers?q=encrypt',
    '/v1/knowledge-base/manual-answers?q=nobody-has-this',
    '/v1/knowledge-base/manual-answers?search=encrypt%20data%2042',
    '/v1/webhooks',
    `/v1/webhooks/${webhookId}`,
    `/v1/webhooks/${webhookId}/deliveries`,
    `/v1/webhooks/${webhookId}/deliveries/${deliveryId}`,
    '/tasks',
    '/tasks?state=done',
    '/tasks?owner=me',
    '/tasks/missing',
    '/tasks/add',
    '/tasks/templates',
    `/tasks/${taskId}`,
    `/tasks/${statedId}`,
    '/imports',
    '/evidence',
    `/evidence/${uploadId}`,
    '/packages',
    '/samples',
    '/knowledge-base',
    '/knowledge-base?q=encrypt',
    `/knowledge-base/${answerId}`,
    `/knowledge-base/${answerId}/edit`,
    '/settings/webhooks',
    `/settings/webhooks/${webhookId}`,
    `/settings/webhooks/${webhookId}/deliveries/${deliveryId}`,
  ]
}

function listSettings({ runId, userId, connectionId, logSize }: Subjects): readonly string[] {
  const middle = formatPageCursor({ atMs: Date.now() - 15 * dayMs, id: runId })
  return [
    '/v1/audit',
    `/v1/audit?cursor=${middle}`,
    '/v1/audit?action=run.start',
    '/v1/audit?action=run',
    '/v1/audit?action=nothing.like-it',
    `/v1/audit?actor=${userId}`,
    `/v1/audit?target=${connectionId}`,
    '/v1/audit?from=2026-01-01&to=2026-06-30',
    '/v1/organization',
    '/v1/organization/appearance',
    '/v1/sign-in-issuers',
    '/v1/users',
    '/v1/api-keys',
    '/v1/vendors/proposals',
    ...declaredThings.flatMap(listOfThing),
    '/v1/log/checkpoint',
    `/v1/log/inclusion?subject=${runId}`,
    `/v1/log/consistency?from=${Math.floor(logSize / 3)}`,
    '/settings/audit',
    '/settings/audit?action=run',
    `/settings/audit?actor=${userId}`,
    '/settings/people',
    '/settings/sign-in',
    '/settings/people?q=person%2042',
    `/settings/people/${userId}`,
    `/settings/people/${userId}/remove`,
    '/settings/appearance',
    '/settings/api-keys',
    '/vendor-proposals',
  ]
}

/** What follows from the declaration of a thing. */
function listOfThing({ path, page, stateNames }: (typeof declaredThings)[number]): readonly string[] {
  const [state] = stateNames
  const byState = state === undefined ? [] : [`${path}?state=${state}`, `${path}/counts`, `${page}?state=${state}`]
  return [path, `${path}/file`, `${path}/none`, ...byState, page, `${page}.csv`, `${page}/none`]
}
