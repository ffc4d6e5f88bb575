import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { ApiError } from '../../../errors/index.ts'
import { formats } from '../../../report/reports.ts'
import { mayReadPeople } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { Link } from '../../pages/frame/links.tsx'
import { definePage } from '../../pages/page-route.ts'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { sendBundle } from '../reading/send-bundle.ts'
import { sendReport } from '../reading/send-report.ts'

interface DownloadsProps {
  readonly run: RunRecord
  readonly head: RunHead
  readonly hasBundle: boolean
  readonly person: SessionPerson
}

/** All downloads. */
export function Downloads({ run, head, hasBundle, person }: DownloadsProps) {
  const texts = useTexts()
  const hasRecords = head.crossCheck !== undefined || (head.inventories ?? []).length > 0
  const isEdition = hasRecords && !mayReadPeople(person)
  return (
    <Sheet id="downloads" title={texts.runs.downloads.title}>
      <ul class="row plain-list">
        {formats.map((format) => (
          <li>
            <Link to={`/runs/${run.id}/reports/${format}`}>{texts.runs.downloads.formats[format]}</Link>
          </li>
        ))}
      </ul>
      {hasBundle && (
        <p>
          <Link to={`/runs/${run.id}/bundle`} looks="quiet">
            {texts.runs.downloads.bundle}
          </Link>{' '}
          <span class="small">
            {isEdition
              ? texts.runs.downloads.edition
              : head.replayable
                ? texts.runs.downloads.replayable
                : texts.runs.downloads.notReplayable({
                    reason: head.notReplayableBecause ?? texts.runs.downloads.incomplete,
                  })}
          </span>
        </p>
      )}
      {!hasBundle && <p class="small">{texts.runs.downloads.noBundle}</p>}
    </Sheet>
  )
}

export const downloadReport = definePage({
  path: '/runs/:runId/reports/:format',
  access: 'runs:read',
  show: async ({ runtime, person, params, request }) => {
    const format = formats.find((one) => one === params.format)
    if (format === undefined) throw new ApiError('There is no such report.', { code: 'NOT_FOUND' })
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
    const bundle = { person, runId: params.runId ?? '', mayReadPeople: mayReadPeople(person) }
    const response = await sendBundle(visit, bundle, request)
    return { kind: 'response', response }
  },
})
