import type { ControlOutcome, FrameworkOutcome } from '../../checks/controls/evaluate-controls.ts'
import type { Framework } from '../../checks/controls/frameworks/framework.ts'
import type { Finding } from '../../checks/findings/finding-store.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { RunRecord, TimeSpan } from '../../checks/runs/run-store.ts'
import { isLinkInForce } from '../../crosscheck/people/is-in-force.ts'
import { type CheckHead, crossCheckConnectorId, type ResultRecord, receivedConnectorId } from '../../define/index.ts'
import { judgeConnections } from '../../things/controls/reading/judge-connections.ts'
import type { AccountLink } from '../../things/directory/account-links.ts'
import type { PeoplePage, PersonRow } from '../../things/directory/people-view.ts'
import type { AccountView } from '../../things/directory/view-entries.ts'
import type { Task } from '../../things/obligations/tasks.ts'
import { toIsoTime } from '../../things/parts/runtime-parts.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'
import { queryLimits } from './limits.ts'
import { createQueryError } from './parse-query.ts'
import type { QueryRow, QueryValue } from './query-messages.ts'
import type { QueryTableSource } from './run-query.ts'

/** What the views are read from. */
export interface QuerySource {
  readonly runtime: Runtime
  readonly organizationId: string
  /** Only runs that were asked for since then, epoch ms. @default all that are kept */
  readonly fromMs?: number | undefined
  /** Everything as it stood at this time, epoch ms. @default as it stands now */
  readonly asOfMs?: number | undefined
  readonly frameworks: readonly Framework[]
}

interface Reading extends QuerySource {
  /** What `asOfMs` says, as services take it. */
  readonly within: TimeSpan | undefined
  readonly nameOf: (connectionId: string) => string | undefined
}

/** One column of a view, and where its value comes from. */
interface ViewColumn<Row> {
  readonly type: 'text' | 'integer'
  readonly description: string
  readonly read: (row: Row, reading: Reading) => QueryValue | undefined
}

export interface QueryView {
  readonly description: string
  readonly columns: Readonly<Record<string, Pick<ViewColumn<never>, 'type' | 'description'>>>
  readonly rows: (reading: Reading) => AsyncIterable<QueryRow>
}

type ReadColumn<Row> = ViewColumn<Row>['read']

function text<Row>(description: string, read: ReadColumn<Row>): ViewColumn<Row> {
  return { type: 'text', description, read }
}

function integer<Row>(description: string, read: ReadColumn<Row>): ViewColumn<Row> {
  return { type: 'integer', description, read }
}

function time<Row>(description: string, read: (row: Row) => number | null): ViewColumn<Row> {
  const toTime = (ms: number | null) => (ms === null ? null : toIsoTime(ms))
  return { type: 'text', description: `${description}; ISO 8601, UTC`, read: (row) => toTime(read(row)) }
}

function flag<Row>(description: string, read: (row: Row) => boolean): ViewColumn<Row> {
  return { type: 'integer', description: `1: ${description}; 0: not`, read: (row) => (read(row) ? 1 : 0) }
}

function json<Row>(description: string, read: (row: Row) => unknown): ViewColumn<Row> {
  return { type: 'text', description: `${description}; JSON`, read: (row) => JSON.stringify(read(row)) }
}

function defineView<Row>(view: {
  readonly description: string
  readonly rows: (reading: Reading) => AsyncIterable<Row>
  readonly columns: Readonly<Record<string, ViewColumn<Row>>>
}): QueryView {
  const columns = Object.values(view.columns)
  return {
    description: view.description,
    columns: view.columns,
    rows: async function* (reading) {
      for await (const row of view.rows(reading)) yield columns.map(({ read }) => read(row, reading) ?? null)
    },
  }
}

interface CheckRow {
  readonly head: RunHead
  readonly check: CheckHead
}

interface ResultRow extends CheckRow {
  readonly result: ResultRecord
}

interface ControlRow {
  readonly framework: FrameworkOutcome
  readonly control: ControlOutcome
}

const ofRun = {
  run_id: text<CheckRow>('the run', ({ head }) => head.id),
  run_at: text<CheckRow>('when the run began; ISO 8601, UTC', ({ head }) => head.startedAt),
  kind: text<CheckRow>('`connection`, `cross-check`, or `import` for what another tool reported', ({ head }) =>
    toKind(head.connector.id),
  ),
  connection_id: text<CheckRow>('the connection; null: of a cross-check', ({ head }) =>
    head.connectionId === head.organizationId ? null : head.connectionId,
  ),
  connection_name: text<CheckRow>('its name now, or its connector', ({ head }, { nameOf }) =>
    nameOf(head.connectionId ?? ''),
  ),
  connector_id: text<CheckRow>('the connector', ({ head }) => head.connector.id),
  check_id: text<CheckRow>('the check', ({ check }) => check.id),
}

/** Every view of a query, by its name. */
export const queryViews: Readonly<Record<string, QueryView>> = {
  runs: defineView<RunRecord>({
    description: 'Runs of connections, cross-checks and imports that are kept, the newest first.',
    rows: listRuns,
    columns: {
      run_id: text('the run', ({ id }) => id),
      kind: text('`connection`, `cross-check`, or `import` for what another tool reported', ({ connectorId }) =>
        toKind(connectorId),
      ),
      connection_id: text('the connection; null: of a cross-check', ({ connectionId, crossCheckId }) =>
        crossCheckId === null ? connectionId : null,
      ),
      connection_name: text('its name now, or its connector', ({ connectionId }, { nameOf }) => nameOf(connectionId)),
      connector_id: text('the connector', ({ connectorId }) => connectorId),
      cross_check_id: text('the cross-check', ({ crossCheckId }) => crossCheckId),
      status: text(
        '`pass`, `fail`, `manual`, `not_applicable`, `error`, `queued`, `running`, `cancelled`',
        (run) => run.status,
      ),
      trigger: text('`request`, `schedule` or `inventory`', ({ trigger }) => trigger),
      requested_at: time('when somebody or something asked for it', ({ startedAtMs }) => startedAtMs),
      began_at: time('when it began', ({ beganAtMs }) => beganAtMs),
      finished_at: time('when it ended', ({ finishedAtMs }) => finishedAtMs),
      scoped: flag('it had waivers or variables of its own, and changed no finding', ({ scoped }) => scoped),
    },
  }),
  checks: defineView<CheckRow>({
    description: 'What each check of each finished run came to. A check that could not tell has the status `error`.',
    rows: listChecks,
    columns: {
      ...ofRun,
      title: text('what the check asks', ({ check }) => check.title),
      severity: text('how much a failing result matters', ({ check }) => check.severity),
      status: text('`pass`, `fail`, `manual`, `not_applicable` or `error`', ({ check }) => check.status),
      complete: flag('it saw everything that it has to judge', ({ check }) => check.complete),
      error_code: text('why it could not tell', ({ check }) => check.error?.code),
      error_message: text('the same in words', ({ check }) => check.error?.message),
      controls: json('controls that it supports', ({ check }) => check.controls),
      requests: integer('requests to the vendor', ({ check }) => check.requests),
    },
  }),
  results: defineView<ResultRow>({
    description: 'Each result of each finished run, as the run recorded it.',
    rows: listResults,
    columns: {
      ...ofRun,
      finding_id: text('the same for the same resource in every run', ({ result }) => result.findingId),
      status: text('`pass`, `fail`, `manual` or `not_applicable`', ({ result }) => result.status),
      severity: text('how much it matters if it fails', ({ check, result }) => result.severity ?? check.severity),
      resource_type: text('what the result is about', ({ result }) => result.resource.type),
      resource_id: text('its id at the vendor', ({ result }) => result.resource.id),
      resource_name: text('its name', ({ result }) => result.resource.name),
      title: text('the result in words', ({ result }) => result.title),
      waived: flag('a waiver covered it', ({ result }) => result.waived !== undefined),
      judged: text('`accepted` or `refused`, where a person judged it', ({ result }) => result.judged?.decision),
      evidence: json('the facts', ({ result }) => result.evidence),
    },
  }),
  findings: defineView<Finding>({
    description: 'Findings, open and resolved, without those of connections that are disconnected.',
    rows: listFindings,
    columns: {
      finding_id: text('the finding', ({ id }) => id),
      connection_id: text('the connection; null: of a cross-check', ({ connectorId, connectionId }) =>
        connectorId === crossCheckConnectorId ? null : connectionId,
      ),
      connection_name: text('its name now, or its connector', ({ connectionId }, { nameOf }) => nameOf(connectionId)),
      connector_id: text('the connector', ({ connectorId }) => connectorId),
      check_id: text('the check', ({ checkId }) => checkId),
      state: text('`open`, `regressed` or `resolved`', ({ state }) => state),
      resolution: text(
        'why it is resolved: `passed`, `not_applicable`, `gone`, `retired`, `accepted`, `needs_review`',
        ({ resolution }) => resolution,
      ),
      severity: text('`critical`, `high`, `medium`, `low` or `info`', ({ severity }) => severity),
      waived: flag('a waiver covers it', ({ waived }) => waived),
      controls: json('controls of its check', ({ controls }) => controls),
      resource_type: text('what it is about', ({ result }) => result.resource.type),
      resource_id: text('its id at the vendor', ({ result }) => result.resource.id),
      resource_name: text('its name', ({ result }) => result.resource.name),
      title: text('the finding in words', ({ result }) => result.title),
      first_seen_at: time('when it was first seen', ({ firstSeenAtMs }) => firstSeenAtMs),
      last_seen_at: time('when it was last seen failing', ({ lastSeenAtMs }) => lastSeenAtMs),
      changed_at: time('when it entered its state', ({ changedAtMs }) => changedAtMs),
      due_at: time('by when it has to be resolved', ({ dueAtMs }) => dueAtMs),
      owner_id: text('the person who takes care of it; null: nobody', ({ ownerId }) => ownerId),
      run_id: text('the run that last saw it fail', ({ runId }) => runId),
    },
  }),
  controls: defineView<ControlRow>({
    description: 'Controls of the frameworks, each with its state.',
    rows: listControls,
    columns: {
      framework_id: text('the framework', ({ framework }) => framework.id),
      framework_title: text('its title', ({ framework }) => framework.title),
      control_id: text('the control', ({ control }) => control.id),
      title: text('its title', ({ control }) => control.title),
      state: text('`satisfied`, `not_satisfied`, `undetermined` or `uncovered`', ({ control }) => control.state),
      left_out: text('why no sum counts it; null: it is in scope', ({ control }) => control.leftOut?.reason),
      statements_observed: integer(
        'statements that were observed; null: none is mapped',
        ({ control }) => control.statements?.observed,
      ),
      statements_total: integer('statements that are mapped to it', ({ control }) => control.statements?.of),
      checks: json('what speaks for and against it, with reasons', ({ control }) => control.checks),
    },
  }),
  people: defineView<PersonRow>({
    description: 'People of the directory as they are now.',
    rows: listPeople,
    columns: {
      person_id: text('the person', ({ id }) => id),
      name: text('the name', ({ name }) => name),
      email: text('the address', ({ email }) => email),
      kind: text('`employee`, `contractor` or `unknown`', ({ kind }) => kind),
      status: text('what the directory says', ({ status }) => status),
      employment: text('`working`, `not begun`, `leaving`, `left` or `unknown`', ({ employment }) => employment.is),
      starts_at: text('first day', ({ startsAt }) => startsAt),
      ends_at: text('last day', ({ endsAt }) => endsAt),
      source_id: text('the source that says so', ({ sourceId }) => sourceId),
      accounts: integer('how many accounts are theirs', ({ accounts }) => accounts.length),
      waiting: integer('accounts that may be theirs, and wait for a decision', ({ waiting }) => waiting.length),
      devices: integer('how many devices are theirs', ({ devices }) => devices),
    },
  }),
  accounts: defineView<AccountView>({
    description: 'Accounts of all connections as they are now, and whose they are.',
    rows: listAccounts,
    columns: {
      connection_id: text('the connection', ({ connectionId }) => connectionId),
      connection_name: text('its name now, or its connector', ({ connectionId }, { nameOf }) => nameOf(connectionId)),
      account_id: text('id at the vendor', ({ id }) => id),
      name: text('the name', ({ name }) => name),
      email: text('the address', ({ email }) => email),
      kind: text('`person`, `guest`, `service`, `shared` or `unknown`', ({ kind }) => kind),
      status: text('`active`, `suspended` and so on', ({ status }) => status),
      administrator: text('`yes`, `no` or `unknown`', ({ administrator }) => administrator),
      second_factor: text('`yes`, `no` or `unknown`', ({ secondFactor }) => secondFactor),
      created_at: text('when it was made', ({ createdAt }) => createdAt),
      last_active_at: text('when it was last used', ({ lastActiveAt }) => lastActiveAt),
      owner: text('`person`, `service`, `out-of-scope`, `nobody`, `ambiguous` or `unknown`', ({ owner }) => owner.is),
      person_id: text('the person, or the owner of a service', ({ owner }) => owner.personId),
      person_name: text('their name', ({ owner }) => owner.personName),
      linked_by: text('what says so', ({ owner }) => owner.by),
    },
  }),
  links: defineView<AccountLink>({
    description: 'Whose accounts are, by person and by evidence, with links that ended.',
    rows: listLinks,
    columns: {
      link_id: text('the link', ({ id }) => id),
      connection_id: text('the connection', ({ connectionId }) => connectionId),
      connection_name: text('its name now, or its connector', ({ connectionId }, { nameOf }) => nameOf(connectionId)),
      record_kind: text('`account` or `person`', ({ of }) => of),
      record_id: text('the id of the account at the vendor', ({ recordId }) => recordId),
      target: text('`person`, `service` or `out-of-scope`', ({ to }) => to.is),
      person_id: text('the person, or the owner of a service', ({ to }) =>
        to.is === 'person' ? to.personId : to.is === 'service' ? to.ownerId : null,
      ),
      linked_by: text('`directory`, `single-sign-on`, `email`, `alias` or `hand`', ({ by }) => by),
      actor: text('who linked it by hand', ({ actor }) => actor),
      reason: text('why', ({ reason }) => reason),
      expires: text('last day', ({ expires }) => expires),
      state: text('`holds`, `expired` or `ended`', ({ state }) => state),
      created_at: time('when it was made', ({ createdAtMs }) => createdAtMs),
      ended_at: time('when it was revoked or replaced', ({ endedAtMs }) => endedAtMs),
    },
  }),
  obligations: defineView<Task>({
    description: 'Obligations that are owed, each with its state.',
    rows: listObligations,
    columns: {
      obligation_id: text('the obligation', ({ id }) => id),
      title: text('what is owed', ({ title }) => title),
      state: text('`overdue`, `could_not_tell`, `provided`, `open` or `met`', ({ state }) => state),
      because: text('why', ({ because }) => because),
      due_day: text('last day for the next time', ({ dueDay }) => dueDay),
      met_until: text('last day on which it is met', ({ metUntil }) => metUntil),
      overdue_since: time('when it became overdue', ({ overdueSinceMs }) => overdueSinceMs),
      every_days: integer('days after which it has to be done again', ({ everyDays }) => everyDays),
      controls: json('controls that it speaks for', ({ controls }) => controls),
      owner_id: text('the person who takes care of it; null: nobody', ({ ownerId }) => ownerId),
      created_at: time('when it was added', ({ createdAtMs }) => createdAtMs),
    },
  }),
}

/** The views of an organization as tables of a query. */
export async function openQueryViews(source: QuerySource): Promise<readonly QueryTableSource[]> {
  const connections = await source.runtime.connections.list({ organizationId: source.organizationId })
  const names = new Map(connections.map(({ id, name, connector }) => [id, name ?? connector]))
  const { asOfMs } = source
  const within = asOfMs === undefined ? undefined : { fromMs: 0, toMs: asOfMs }
  const reading = { ...source, within, nameOf: (connectionId: string) => names.get(connectionId) }
  return Object.entries(queryViews).map(([name, { columns, rows }]) => ({
    name,
    columns: Object.entries(columns).map(([column, { type }]) => ({ name: column, type })),
    rows: () => rows(reading),
  }))
}

const pageLength = 500

async function* listRuns(reading: Reading): AsyncGenerator<RunRecord, void, undefined> {
  const { runtime, organizationId, fromMs = 0, asOfMs = Number.MAX_SAFE_INTEGER } = reading
  const within = { fromMs, toMs: asOfMs }
  for (let before: RunRecord | undefined; ; ) {
    const page = await runtime.runs.list({ organizationId, within, before, limit: pageLength })
    for (const run of page) yield toRunThen(run, asOfMs)
    before = page.at(-1)
    if (page.length < pageLength) return
  }
}

/** A run as it was at a time before it ended. */
function toRunThen(run: RunRecord, atMs: number): RunRecord {
  if ((run.finishedAtMs ?? 0) <= atMs) return run
  const hasBegun = run.beganAtMs !== null && run.beganAtMs <= atMs
  return {
    ...run,
    status: hasBegun ? 'running' : 'queued',
    finishedAtMs: null,
    beganAtMs: hasBegun ? run.beganAtMs : null,
  }
}

async function* listRecorded(reading: Reading) {
  const { runtime, organizationId } = reading
  for await (const { id, finishedAtMs } of listRuns(reading)) {
    const recorded = finishedAtMs === null ? undefined : (await runtime.runs.kept({ id, organizationId }))?.recorded
    if (recorded) yield recorded
  }
}

async function* listChecks(reading: Reading): AsyncGenerator<CheckRow, void, undefined> {
  for await (const { head } of listRecorded(reading)) for (const check of head.checks) yield { head, check }
}

async function* listResults(reading: Reading): AsyncGenerator<ResultRow, void, undefined> {
  for await (const recorded of listRecorded(reading))
    for (const check of recorded.head.checks)
      for await (const result of recorded.results(check.id)) yield { head: recorded.head, check, result }
}

const everyState = ['open', 'regressed', 'resolved'] as const

async function* listFindings({ runtime, organizationId, within }: Reading): AsyncGenerator<Finding, void, undefined> {
  // Of a time in the past, each page is found among all of them anew.
  const limit = within ? queryLimits.viewRowsMax : pageLength
  for (let before: Finding | undefined; ; ) {
    const page = await runtime.findings.list({ organizationId, within, state: everyState, before, limit })
    yield* page
    before = page.at(-1)
    if (page.length < limit) return
  }
}

async function* listControls({
  runtime,
  organizationId,
  within,
  frameworks,
}: Reading): AsyncGenerator<ControlRow, void, undefined> {
  const report = await judgeConnections(runtime, organizationId, { frameworks, within, isNamed: true })
  for (const framework of report.frameworks) for (const control of framework.controls) yield { framework, control }
}

function listPeople(reading: Reading): AsyncIterable<PersonRow> {
  return listPages(reading, 'people', (page) => reading.runtime.peopleView.people(page))
}

function listAccounts(reading: Reading): AsyncIterable<AccountView> {
  return listPages(reading, 'accounts', (page) => reading.runtime.peopleView.accounts(page))
}

/** @throws CheckwrightError `QUERY_INVALID` for a day in the past: lists of people are kept as they were read last */
async function* listPages<Row>(
  { organizationId, asOfMs }: Reading,
  view: string,
  read: (page: {
    readonly organizationId: string
    readonly from: number
    readonly limit: number
    readonly viewId: string | undefined
  }) => Promise<PeoplePage<Row>>,
): AsyncGenerator<Row, void, undefined> {
  if (asOfMs !== undefined) throw createQueryError(`"${view}" is known as it is now. Leave --as-of out.`)
  let viewId: string | undefined
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: PeoplePage<Row> = await read({ organizationId, from, limit: pageLength, viewId })
    yield* page.data
    viewId = page.viewId
    from = page.next
  }
}

async function* listLinks({ runtime, organizationId, asOfMs }: Reading): AsyncGenerator<AccountLink, void, undefined> {
  for (let before: AccountLink | undefined; ; ) {
    const page = await runtime.accountLinks.list({ organizationId, ended: true, before, limit: pageLength })
    for (const link of page)
      if (asOfMs === undefined) yield link
      else if (link.createdAtMs <= asOfMs) yield toLinkThen(link, asOfMs)
    before = page.at(-1)
    if (page.length < pageLength) return
  }
}

function toLinkThen(link: AccountLink, atMs: number): AccountLink {
  const isEnded = link.endedAtMs !== null && link.endedAtMs <= atMs
  if (isEnded) return link
  return { ...link, endedAtMs: null, endedBy: null, state: isLinkInForce(link, atMs) ? 'holds' : 'expired' }
}

async function* listObligations({ runtime, organizationId, within }: Reading): AsyncGenerator<Task, void, undefined> {
  yield* await runtime.tasks.list({ organizationId, within })
}

function toKind(connectorId: string): 'connection' | 'cross-check' | 'import' {
  if (connectorId === crossCheckConnectorId) return 'cross-check'
  return connectorId === receivedConnectorId ? 'import' : 'connection'
}
