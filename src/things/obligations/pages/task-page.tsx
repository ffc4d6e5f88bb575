import type { TaskEvidence } from '../../../checks/obligations/task-evidence.ts'
import { ApiError, StoreError } from '../../../errors/index.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Comments, loadComments } from '../../comments/pages/comments.tsx'
import { declaredThings } from '../../declared/declared-things.ts'
import { JudgementList } from '../../judgements/pages/judgement-parts.tsx'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { findConnectorName } from '../../pages/shared/connector-names.ts'
import { FormActions, InputField, SubmitButton, TextField } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { PersonChoice } from '../../pages/shared/person-choice.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { saveUpload } from '../../uploads/reading/uploads.ts'
import { statementLengthMax } from '../keep-statement.ts'
import { demandTask } from '../reading/tasks.ts'
import type { StatedTask, Task } from '../tasks.ts'
import { isMistake, loadOwnerChoice, readEntry, type TaskEntry, TaskFields, toEntry, toInput } from './task-form.tsx'
import { EvidenceBadge, formatCadence, TaskBadge } from './task-words.tsx'
import { TaskDay } from './tasks-page.tsx'

const path = '/tasks/:taskId'
/** Files of statements that were uploaded on this page. */
const uploadForm = 'obligation'
const statementsShown = 20
const evidenceShown = 50

/** One obligation: how it stands, what shows it, and what people stated. */
export const taskPage = definePage({
  path,
  access: 'tasks:read',
  show: async (visit) => renderTask(visit),
})

/** What a person has entered, if it has to be corrected. */
interface Correction {
  readonly problem: string
  readonly entry?: TaskEntry
  /** When the obligation that the person saw had changed, epoch ms. @default as it is now */
  readonly seenAtMs?: number
  /** Of a statement. */
  readonly text?: string
  readonly doneDay?: string
}

export const stateTask = defineAction({
  path: '/tasks/:taskId/state',
  access: 'tasks:write',
  audit: { action: 'task.state', target: 'taskId' },
  takesFiles: true,
  act: async (submission) => {
    const { runtime, objects, users, form, params, person } = submission
    const { organizationId, userId } = person
    const { id: taskId } = await demandTask(runtime, person, params.taskId ?? '')
    const user = await users.find({ organizationId, userId })
    const [text, doneDay] = [form.text('text'), form.text('done').trim()]
    const files: string[] = []
    for (const file of form.takeFiles('upload')) {
      const upload = await saveUpload({ runtime, objects }, { organizationId, userId, formType: uploadForm, ...file })
      files.push(upload.file.id)
    }
    const author = { userId, name: user?.name ?? '', email: user?.email ?? '' }
    try {
      const statement = { organizationId, taskId, text, files, author }
      const { id } = await runtime.tasks.state({ ...statement, doneDay: doneDay || undefined })
      return { kind: 'redirect', to: `/tasks/${taskId}#statement-${id}`, notice: 'task-stated', made: id }
    } catch (error) {
      if (isMistake(error)) return renderTask(submission, { problem: error.message, text, doneDay })
      throw error
    }
  },
})

export const changeTask = defineAction({
  path: '/tasks/:taskId/change',
  access: 'tasks:write',
  audit: { action: 'task.change', target: 'taskId' },
  act: async (submission) => {
    const { texts, runtime, form, params, person } = submission
    const { organizationId, userId } = person
    const entry = readEntry(submission)
    const seenAtMs = Number(form.text('seen'))
    const { id, ownerId } = await demandTask(runtime, person, params.taskId ?? '')
    try {
      await runtime.tasks.change({ id, organizationId, userId, seenAtMs }, await toInput(submission, entry, ownerId))
      return { kind: 'redirect', to: `/tasks/${id}`, notice: 'task-changed' }
    } catch (error) {
      if (isMistake(error)) return renderTask(submission, { problem: error.message, entry, seenAtMs })
      // What the other person entered is on the page now, so the next time it is replaced on purpose.
      if (error instanceof StoreError && error.code === 'STORE_CONFLICT')
        return renderTask(submission, { problem: texts.tasks.change.conflict, entry })
      throw error
    }
  },
})

export const endTask = defineAction({
  path: '/tasks/:taskId/end',
  access: 'tasks:write',
  audit: { action: 'task.end', target: 'taskId' },
  act: async ({ runtime, params, person: { organizationId, userId } }) => {
    if (!(await runtime.tasks.end({ id: params.taskId ?? '', organizationId, userId })))
      throw new ApiError('There is no such obligation.', { code: 'NOT_FOUND' })
    return { kind: 'redirect', to: '/tasks', notice: 'task-ended' }
  },
})

async function renderTask(visit: OwnVisit, correction?: Correction): Promise<PageAnswer> {
  const { texts, runtime, person, params } = visit
  const { organizationId, role, userId } = person
  const task = await demandTask(runtime, person, params.taskId ?? '')
  const nowMs = runtime.workspace.clock.nowMs()
  const within = findKnownTime(person, nowMs)
  const mayWrite = mayDo(role, 'tasks:write')
  const { record } = task.satisfiedBy
  const evidence = task.evidence.filter(({ kind }) => kind !== 'statement')
  const [statements, judgements, comments, owner, owners, names] = await Promise.all([
    runtime.tasks.statements({ organizationId, taskId: task.id, within }),
    runtime.judgements.list({
      organizationId,
      connectorId: 'task',
      checkId: task.id,
      atMs: within?.toMs,
      limit: statementsShown,
    }),
    loadComments(visit, { entityType: 'task', entityId: task.id }),
    mayWrite && task.ownerId !== null ? visit.users.find({ organizationId, userId: task.ownerId }) : undefined,
    mayWrite ? loadOwnerChoice(visit, correction?.entry?.owner ?? task.ownerId ?? '', task.ownerId) : undefined,
    loadNames(visit, evidence.slice(0, evidenceShown)),
  ])
  return createPage(
    { status: correction === undefined ? 200 : 400, title: task.title },
    <>
      <PageHead crumbs={<Link to="/tasks">{texts.labels.obligations}</Link>} title={task.title}>
        <p>
          <TaskBadge state={task.state} /> <TaskDay task={task} />
        </p>
        <p class="small">{task.because}</p>
        {within && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</p>}
      </PageHead>
      <Alert says={correction?.problem} />
      <Facts task={task} owner={owner?.name} />
      <EvidenceList evidence={evidence} names={names} recordPage={findRecordPage(task)} />
      {task.satisfiedBy.statements && (
        <Statements
          task={task}
          statements={statements}
          mayWrite={mayWrite}
          userId={userId}
          text={correction?.text}
          today={formatDay(nowMs)}
          doneDay={correction?.doneDay}
          mayJudge={mayDo(role, 'judgements:write')}
        />
      )}
      {judgements.length > 0 && (
        <Sheet id="judged" title={texts.labels.judgements}>
          <JudgementList judgements={judgements} />
        </Sheet>
      )}
      {owners && record === undefined && (
        <Change
          task={task}
          owners={owners}
          entry={correction?.entry}
          seenAtMs={correction?.seenAtMs ?? task.changedAtMs}
        />
      )}
      <Comments entityType="task" entityId={task.id} comments={comments} userId={userId} />
    </>,
  )
}

/** Names of connections, for those who may know them. */
async function loadNames(
  { runtime, person: { organizationId, role } }: OwnVisit,
  evidence: readonly TaskEvidence[],
): Promise<ReadonlyMap<string, string>> {
  if (!mayDo(role, 'connections:read')) return new Map()
  const ids = [...new Set(evidence.flatMap(({ connectionId }) => connectionId ?? []))]
  const found = await runtime.connections.search({ organizationId, ids, limit: evidenceShown })
  const named = found.map(
    ({ connection: { id, name, connector } }) => [id, name ?? findConnectorName(runtime, connector)] as const,
  )
  return new Map([...named, [organizationId, runtime.crossCheckConnector.definition.name]])
}

function Facts({ task, owner }: { readonly task: Task; readonly owner: string | undefined }) {
  const texts = useTexts()
  const { description, controls, everyDays, satisfiedBy, firstDueDay } = task
  const ways = [
    ...(satisfiedBy.checks.length > 0
      ? [texts.tasks.fields.checksPass({ checks: satisfiedBy.checks.join(', ') })]
      : []),
    ...(satisfiedBy.accessReviews ? [texts.tasks.fields.accessReviews] : []),
    ...(satisfiedBy.statements ? [texts.tasks.fields.statements] : []),
    ...(satisfiedBy.record ? [texts.tasks.fields.record] : []),
  ]
  return (
    <Sheet id="facts" title={texts.labels.details}>
      {description !== '' && <p class="said">{description}</p>}
      <dl class="pairs">
        <dt>{texts.tasks.fields.cadence}</dt>
        <dd>{formatCadence(texts, everyDays)}</dd>
        <dt>{texts.tasks.fields.firstDue}</dt>
        <dd>{firstDueDay}</dd>
        <dt>{texts.labels.owner}</dt>
        <dd>{owner ?? (task.ownerId === null ? texts.labels.nobody : task.ownerId)}</dd>
        <dt>{texts.labels.controls}</dt>
        <dd>
          {controls.length === 0 && texts.labels.none}
          {controls.map((control, index) => {
            const [framework = '', id = ''] = control.split(':')
            return (
              <>
                {index > 0 && ', '}
                <Link to={`/controls?framework=${framework}&control=${encodeURIComponent(id)}`}>{control}</Link>
              </>
            )
          })}
        </dd>
        <dt>{texts.tasks.fields.proof}</dt>
        <dd>
          <ul class="plain-list">
            {ways.map((way) => (
              <li>{way}</li>
            ))}
          </ul>
        </dd>
      </dl>
    </Sheet>
  )
}

/** The page of the record that an obligation follows from. */
function findRecordPage({ satisfiedBy: { record } }: Task): string | undefined {
  const thing = declaredThings.find(({ id }) => id === record?.thing)
  return thing && record && `${thing.page}/${record.id}`
}

interface EvidenceShown {
  readonly names: ReadonlyMap<string, string>
  readonly recordPage: string | undefined
}

function EvidenceList({ evidence, ...shown }: EvidenceShown & { readonly evidence: readonly TaskEvidence[] }) {
  const texts = useTexts()
  if (evidence.length === 0) return null
  return (
    <Sheet id="evidence" title={texts.tasks.evidence.title}>
      <ul class="list">
        {evidence.slice(0, evidenceShown).map((each) => (
          <EvidenceRow evidence={each} {...shown} />
        ))}
      </ul>
      {evidence.length > evidenceShown && (
        <p class="small">{texts.counts.andMore({ count: countAll(evidence.slice(evidenceShown)) })}</p>
      )}
    </Sheet>
  )
}

function countAll(evidence: readonly TaskEvidence[]): number {
  return evidence.reduce((sum, { connections = 1 }) => sum + connections, 0)
}

function EvidenceRow({ evidence, names, recordPage }: EvidenceShown & { readonly evidence: TaskEvidence }) {
  const texts = useTexts()
  const { state, title, because, atMs, connectionId, connections, connector = '', checkId = '' } = evidence
  const { runId, reviewId } = evidence
  const to =
    runId !== undefined
      ? `/runs/${runId}?check=${encodeURIComponent(checkId)}`
      : reviewId !== undefined
        ? `/access/${reviewId}`
        : evidence.kind === 'record'
          ? recordPage
          : undefined
  return (
    <li>
      <EvidenceBadge state={state} />
      <span class="what">
        {to === undefined ? title : <Link to={to}>{title}</Link>}{' '}
        <span class="small">
          {because}
          {connectionId !== undefined && (
            <>
              {' · '}
              <ConnectionLink id={connectionId} connector={connector}>
                {names.get(connectionId) ?? connector}
              </ConnectionLink>
            </>
          )}
          {connections !== undefined && ` ${texts.controls.onMoreConnections({ connections, connector })}`}
        </span>
      </span>
      {atMs !== undefined && (
        <span class="small">
          <Moment at={atMs} />
        </span>
      )}
    </li>
  )
}

interface StatementsProps {
  readonly task: Task
  readonly statements: readonly StatedTask[]
  readonly mayWrite: boolean
  readonly mayJudge: boolean
  readonly userId: string
  readonly text: string | undefined
  readonly doneDay: string | undefined
  /** In UTC. */
  readonly today: string
}

function Statements({ task, statements, mayWrite, mayJudge, userId, text, doneDay, today }: StatementsProps) {
  const texts = useTexts()
  return (
    <Sheet id="statements" title={texts.tasks.statements.title}>
      {statements.length === 0 && <p class="small">{texts.tasks.statements.empty}</p>}
      {statements.length > 0 && (
        <ul class="list">
          {statements.slice(0, statementsShown).map((statement) => (
            <StatementRow statement={statement} mayJudge={mayJudge && statement.userId !== userId} />
          ))}
        </ul>
      )}
      {mayWrite && (
        <PostForm to={`/tasks/${task.id}/state`} enctype="multipart/form-data">
          <h3>{texts.tasks.statements.add}</h3>
          <p class="small">{texts.tasks.statements.help}</p>
          <TextField
            name="text"
            label={texts.tasks.statements.text}
            optional={texts.tasks.statements.textHint}
            class="prose-box"
            maxlength={statementLengthMax}
          >
            {text ?? ''}
          </TextField>
          <InputField
            name="done"
            label={texts.tasks.statements.doneOn}
            type="date"
            max={today}
            value={doneDay ?? today}
            required
          />
          <InputField
            name="upload"
            label={texts.labels.files}
            optional
            help={texts.tasks.statements.filesHelp}
            type="file"
            multiple
          />
          <FormActions submit={texts.tasks.statements.button} />
        </PostForm>
      )}
    </Sheet>
  )
}

function StatementRow({ statement, mayJudge }: { readonly statement: StatedTask; readonly mayJudge: boolean }) {
  const texts = useTexts()
  const { id, state, because, statedBy, doneDay, text, files, madeAtMs } = statement
  return (
    <li id={`statement-${id}`}>
      <EvidenceBadge state={state} />
      <span class="what">
        {texts.tasks.statements.done({ statedBy, day: doneDay })}{' '}
        <span class="small">
          {because} · <Moment at={madeAtMs} />
        </span>
        {text !== '' && <p class="said">{text}</p>}
        {files.length > 0 && (
          <ul class="row plain-list">
            {files.map((file) => (
              <li>
                <Link to={`/evidence/${file.id}`}>{file.name}</Link>
              </li>
            ))}
          </ul>
        )}
      </span>
      {mayJudge && state === 'provided' && (
        <Link
          to={`/runs/${id}/judge`}
          looks="quiet"
          aria-label={texts.tasks.statements.judge({ statedBy, day: doneDay })}
        >
          {texts.actions.judge}
        </Link>
      )}
    </li>
  )
}

interface ChangeProps {
  readonly task: Task
  readonly owners: PersonChoice
  readonly entry: TaskEntry | undefined
  readonly seenAtMs: number
}

function Change({ task, owners, entry, seenAtMs }: ChangeProps) {
  const texts = useTexts()
  return (
    <section class="sheet">
      <details open={entry !== undefined}>
        <summary>{texts.tasks.change.title}</summary>
        <PostForm to={`/tasks/${task.id}/change`}>
          <input type="hidden" name="seen" value={String(seenAtMs)} />
          <TaskFields entry={entry ?? toEntry(task)} owners={owners} />
          <FormActions submit={texts.actions.save} />
        </PostForm>
        <PostForm to={`/tasks/${task.id}/end`}>
          <p class="small">{texts.tasks.change.endHelp}</p>
          <SubmitButton looks="danger">{texts.tasks.change.end}</SubmitButton>
        </PostForm>
      </details>
    </section>
  )
}
