import type { RunHead } from '../../checks/results/kept-run.ts'
import type { RunRecord } from '../../checks/run-store.ts'
import { ApiError } from '../../errors/index.ts'
import { sendBundle } from '../../host/services/send-bundle.ts'
import { sendReport } from '../../host/services/send-report.ts'
import { type Format, formats } from '../../report/reports.ts'
import { mayDo, type Role } from '../../workspace/permissions.ts'
import { Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'

const formatNames: Readonly<Record<Format, string>> = {
  table: 'Plain text',
  json: 'JSON',
  ndjson: 'NDJSON',
  markdown: 'Markdown',
  sarif: 'SARIF',
  junit: 'JUnit XML',
  ocsf: 'OCSF',
  oscal: 'OSCAL',
  html: 'HTML page',
}

interface DownloadsProps {
  readonly run: RunRecord
  readonly head: RunHead
  readonly hasBundle: boolean
  readonly role: Role
}

/** All downloads. */
export function Downloads({ run, head, hasBundle, role }: DownloadsProps) {
  const hasRecords = head.crossCheck !== undefined || (head.inventories ?? []).length > 0
  const isEdition = hasRecords && !mayDo(role, 'people:read')
  return (
    <section class="sheet" aria-labelledby="downloads">
      <h2 id="downloads">Downloads</h2>
      <ul class="row plain-list">
        {formats.map((format) => (
          <li>
            <Link to={`/runs/${run.id}/reports/${format}`}>{formatNames[format]}</Link>
          </li>
        ))}
      </ul>
      {hasBundle && (
        <p>
          <Link to={`/runs/${run.id}/bundle`} looks="quiet">
            Signed evidence (zip)
          </Link>{' '}
          <span class="small">
            {isEdition
              ? 'You can verify the results. It has neither the records of the lists nor the exchanges, because they name people. An admin can give you the whole bundle.'
              : head.replayable
                ? 'An auditor can verify it and replay the checks from it, offline.'
                : `You can verify it, but not replay it: ${head.notReplayableBecause ?? 'not everything was kept.'}`}
          </span>
        </p>
      )}
      {!hasBundle && <p class="small">This run has no evidence bundle, because it was started without one.</p>}
    </section>
  )
}

export const downloadReport = definePage({
  path: '/runs/:runId/reports/:format',
  access: 'runs:read',
  show: async ({ runtime, person, params, request }) => {
    const format = formats.find((one) => one === params.format)
    if (format === undefined) throw new ApiError('There is no such report.', { code: 'NOT_FOUND', status: 404 })
    const response = await sendReport(runtime, { person, runId: params.runId ?? '', format }, request)
    return { kind: 'response', response }
  },
})

export const downloadBundle = definePage({
  path: '/runs/:runId/bundle',
  access: 'runs:read',
  auditRead: { action: 'bundle.read', describe: ({ runId = '' }) => ({ target: runId, fields: [] }) },
  show: async (visit) => {
    const { person, params, request } = visit
    const mayReadPeople = mayDo(person.role, 'people:read')
    const response = await sendBundle(visit, { person, runId: params.runId ?? '', mayReadPeople }, request)
    return { kind: 'response', response }
  },
})
