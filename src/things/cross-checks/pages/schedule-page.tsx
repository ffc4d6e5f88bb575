import { CheckwrightError } from '../../../errors/index.ts'
import {
  describeRhythm,
  type RefusedSchedule,
  refuseIfChanged,
  refuseMistake,
  ScheduleForm,
} from '../../connections/pages/schedule-form.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { CrossCheckSchedule } from '../cross-checks.ts'

const path = '/cross-checks/schedule'

/** When the cross-checks of an organization run by the clock. */
export const crossCheckSchedulePage = definePage({
  path,
  access: 'connections:write',
  show: (visit) => renderSchedule(visit),
})

export const saveCrossCheckSchedule = defineAction({
  path,
  access: 'connections:write',
  audit: { action: 'schedule.set' },
  act: async (submission) => {
    const { texts, form, runtime, person } = submission
    const { organizationId } = person
    const rhythm = form.text('rhythm')
    const cron = rhythm === 'own' ? form.text('cron').trim() : rhythm
    const timeZone = form.text('time-zone').trim() || 'UTC'
    const work = form.text('work')
    const entered = { rhythm, cron, timeZone, work }
    const earlier = await runtime.crossChecks.schedule({ organizationId })
    const refused = refuseIfChanged(texts, form, entered, earlier)
    if (refused) return renderSchedule(submission, refused)
    try {
      if (cron === '' && rhythm !== 'own') await runtime.crossChecks.deleteSchedule({ organizationId })
      else {
        // A program, or the command line, chooses single cross-checks; the page keeps that.
        const checks = work === 'chosen' ? earlier?.checks : undefined
        await runtime.crossChecks.setSchedule({ organizationId, cron, timeZone, checks, spread: earlier?.spread })
      }
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'SCHEDULE_INVALID') throw error
      return renderSchedule(submission, refuseMistake(form, entered, error.message))
    }
    return { kind: 'redirect', to: path, notice: 'schedule-saved' }
  },
})

async function renderSchedule(visit: OwnVisit, refused?: RefusedSchedule): Promise<PageAnswer> {
  const { texts, person } = visit
  const { organizationId } = person
  const schedule = await visit.runtime.crossChecks.schedule({ organizationId })
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.crossChecks.schedule.title },
    <>
      <PageHead
        crumbs={<Link to="/cross-checks">{texts.labels.crossChecks}</Link>}
        title={texts.crossChecks.schedule.title}
        lead={texts.crossChecks.schedule.lead}
      />
      {schedule && (
        <Sheet id="now" title={texts.crossChecks.schedule.current}>
          <dl class="pairs">
            <dt>{texts.labels.frequency}</dt>
            <dd>{describeRhythm(texts, schedule)}</dd>
            <dt>{texts.labels.crossChecks}</dt>
            <dd>{schedule.checks === undefined ? texts.crossChecks.schedule.all : schedule.checks.join(', ')}</dd>
            <dt>{texts.labels.nextRun}</dt>
            <dd>{schedule.nextAt === undefined ? texts.states.never : <Moment at={schedule.nextAt} />}</dd>
            <dt>{texts.labels.lastRun}</dt>
            <dd>{await renderLast(visit, schedule)}</dd>
          </dl>
        </Sheet>
      )}
      <ScheduleForm
        to={path}
        isOffered
        // The section above says when they run next.
        schedule={schedule && { ...schedule, nextAt: undefined }}
        hasLists={false}
        refused={refused}
      />
    </>,
  )
}

/** Retention may have deleted the run. */
async function renderLast({ texts, runtime, person: { organizationId } }: OwnVisit, { lastRunId }: CrossCheckSchedule) {
  if (lastRunId === undefined) return texts.states.notYet
  const run = await runtime.runs.get({ id: lastRunId, organizationId })
  if (!run) return texts.crossChecks.schedule.runDeleted
  return (
    <Link to={`/runs/${run.id}`}>
      <Moment at={run.startedAtMs} />
    </Link>
  )
}
