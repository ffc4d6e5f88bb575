import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { staleAfterMsDefault } from '../../checks/controls/evaluate-controls.ts'
import type { Framework } from '../../checks/controls/framework.ts'
import { formatDay } from '../../checks/findings/due.ts'
import { readExpiryMs } from '../../checks/waivers/limits.ts'
import { version } from '../../define/index.ts'
import { CheckwrightError, StoreError } from '../../errors/index.ts'
import { openEdition } from '../../evidence/bundle/bundle-edition.ts'
import type {
  ControlHistory,
  ControlSpan,
  DayVerdict,
  EvidenceKept,
  PackageContent,
  PackageHead,
  PackageJudgement,
  PackageUpload,
  PackageWaiver,
} from '../../evidence/package/package-content.ts'
import { beginPackage, type PackageDraft } from '../../evidence/package/package-draft.ts'
import { listGaps } from '../../evidence/package/package-gaps.ts'
import { writePackageText } from '../../evidence/package/package-text.ts'
import { openTempFolder, type TempFolder } from '../../http/kept/temp-folder.ts'
import { toCanonicalJson } from '../../inventory/canonical-json.ts'
import { writePackagePlan } from '../../report/oscal/package-plan.ts'
import { writePackageResults } from '../../report/oscal/package-results.ts'
import { writeControlsCsv, writeDaysCsv } from '../../report/package/csv.ts'
import { writeIndexPage } from '../../report/package/index-page.ts'
import type { ObjectStore } from '../../workspace/objects.ts'
import type { Connection } from '../connections/connection-state.ts'
import type { Runtime } from '../runtime.ts'
import { requireFound, toIsoTime } from '../runtime-parts.ts'
import { type DayCheck, type DayControl, type DaysChoice, judgeDays } from './judge-days.ts'
import { SpanSpool } from './span-spool.ts'

const dayMs = 86_400_000
/** More than two audits of a year. */
const daysMax = 1_100

export interface PackageOrder {
  readonly organizationId: string
  readonly framework: Framework
  /** First and last day, in UTC: `2026-07-01`. */
  readonly from: string
  readonly to: string
  /** Ids. @default the whole organization, with cross-checks, access reviews and obligations */
  readonly connections?: readonly string[] | undefined
  readonly staleAfterMs?: number | undefined
  /** Refuses gaps. @default false */
  readonly requireEvidence?: boolean | undefined
  /** A folder that is not there or empty, or a file with a name that ends in `.zip`. */
  readonly target: string
  /** Whether bundles are whole where they have people. @default true */
  readonly mayReadPeople?: boolean | undefined
  /** Whether connections are named. @default true */
  readonly isNamed?: boolean | undefined
  /** Runs that were asked for before are not known to the reader, epoch ms. @default all are */
  readonly knownFromMs?: number | undefined
  /** The place of uploads. @default the runtime's */
  readonly uploads?: ObjectStore | undefined
}

export interface MadePackage {
  readonly manifestSha256: string
  /** Runs that it names and that are in the store. */
  readonly runIds: readonly string[]
  readonly gaps: number
}

/**
 * Makes a package: how the controls of a framework stood on each day of a period, with the evidence. Runs are read one at a time.
 * @throws CheckwrightError `PACKAGE_INVALID` for a period or connection that cannot be; `PACKAGE_INCOMPLETE` for gaps that
 * `requireEvidence` refuses; StoreError `STORE_CORRUPT` for evidence that was altered; `NOT_FOUND`; the file system's errors
 */
export async function makePackage(runtime: Runtime, order: PackageOrder): Promise<MadePackage> {
  const { organizationId, framework, from, to, staleAfterMs = staleAfterMsDefault, target } = order
  const nowMs = runtime.workspace.clock.nowMs()
  const period = demandPeriod(order, nowMs)
  const organization = requireFound(await runtime.organizations.get(organizationId), 'organization of that id')
  const connections = await chooseConnections(runtime, order, period)
  const waivers = await listWaivers(runtime, order, period)
  const judgements = await listJudgements(runtime, order, period, connections)
  const draft = await beginPackage(target)
  const folder = await openTempFolder('package')
  try {
    const evidence = new Evidence(runtime, order, draft, folder)
    const controls = await spoolDays(runtime, folder, evidence, {
      ...{ organizationId, framework, connections, period, staleAfterMs, knownFromMs: order.knownFromMs },
      isWhole: order.connections === undefined,
      decidedAtMs: listDecisionTimes(waivers, judgements),
    })
    const uploads = await addUploads(runtime, order, draft, { judgements, controls, toMs: period.toMs })
    const head: PackageHead = {
      framework: { ...describeFramework(framework), sha256: digestFramework(framework) },
      organization: { id: organization.id, name: organization.name },
      period: { from, to },
      madeAt: toIsoTime(nowMs),
      writtenBy: { name: 'checkwright', version },
      staleAfterDays: staleAfterMs / dayMs,
    }
    const content: PackageContent = {
      ...{ head, controls, waivers, judgements, uploads },
      connections: connections.map(({ id, name, connector }) => ({
        id,
        ...(name !== undefined && order.isNamed !== false && { name }),
        connector,
      })),
    }
    const gaps = await countGaps(content)
    if (gaps > 0 && order.requireEvidence) throw await createIncompleteError(content, gaps)
    await draft.add('package.json', writePackageText(content))
    await draft.add('index.html', writeIndexPage(content))
    await draft.add('controls.csv', writeControlsCsv(content))
    await draft.add('days.csv', writeDaysCsv(content))
    const plan = await draft.add('oscal/assessment-plan.json', writePackagePlan(content))
    await draft.add('oscal/assessment-results.json', writePackageResults(content, plan.sha256))
    const { manifestSha256 } = await draft.finish(head, await runtime.signing.signer())
    return { manifestSha256, runIds: evidence.runIds, gaps }
  } finally {
    await draft.discard()
    await folder.remove()
  }
}

function demandPeriod({ from, to }: PackageOrder, nowMs: number): DaysChoice['period'] {
  const [fromMs, endMs] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`) + dayMs - 1]
  const isDay = (day: string, ms: number) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(ms) && formatDay(ms) === day
  if (!isDay(from, fromMs) || !isDay(to, endMs))
    throw createInvalid('The days of the period must be such as 2026-07-01.')
  if (endMs < fromMs) throw createInvalid(`The period ends on ${to}, before it begins on ${from}.`)
  if (to > formatDay(nowMs)) throw createInvalid(`The period ends on ${to}, which is not here yet.`)
  if (endMs - fromMs > daysMax * dayMs) throw createInvalid(`The period is longer than ${daysMax} days.`)
  return { fromMs, toMs: Math.min(endMs, nowMs) }
}

function createInvalid(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'PACKAGE_INVALID' })
}

/** Those that were there at some time of the period, or the named ones. */
async function chooseConnections(
  runtime: Runtime,
  { organizationId, connections: ids }: PackageOrder,
  { fromMs, toMs }: DaysChoice['period'],
): Promise<readonly Connection[]> {
  const all = await runtime.connections.list({ organizationId })
  const stranger = ids?.find((id) => !all.some((connection) => connection.id === id))
  if (stranger !== undefined) throw createInvalid(`The organization has no connection "${stranger}".`)
  return all.filter(
    ({ id, createdAt, state, updatedAt }) =>
      (ids?.includes(id) ?? true) &&
      Date.parse(createdAt) <= toMs &&
      (state !== 'disconnected' || Date.parse(updatedAt) >= fromMs),
  )
}

async function listWaivers(
  runtime: Runtime,
  { organizationId, connections }: PackageOrder,
  { fromMs, toMs }: DaysChoice['period'],
): Promise<readonly PackageWaiver[]> {
  const all = await runtime.waivers.list({ organizationId, revoked: true })
  return all
    .filter(
      ({ waiver, createdAtMs, revokedAtMs }) =>
        createdAtMs <= toMs &&
        (revokedAtMs ?? toMs) >= fromMs &&
        readExpiryMs(waiver) >= fromMs &&
        (connections === undefined ||
          waiver.allConnections === true ||
          [waiver.connection ?? []].flat().some((id) => connections.includes(id))),
    )
    .toReversed()
    .map(({ id, waiver, createdAtMs, revokedAtMs }) => ({
      ...{ id, waiver, madeAt: toIsoTime(createdAtMs) },
      // What came after the period is not known in it.
      ...(revokedAtMs !== null && revokedAtMs <= toMs && { revokedAt: toIsoTime(revokedAtMs) }),
    }))
}

const pageLength = 100

async function listJudgements(
  runtime: Runtime,
  { organizationId, connections: chosen }: PackageOrder,
  { fromMs, toMs }: DaysChoice['period'],
  connections: readonly Connection[],
): Promise<readonly PackageJudgement[]> {
  const ids = new Set([...connections.map(({ id }) => id), ...(chosen ? [] : [organizationId])])
  const found: PackageJudgement[] = []
  for (let before: { readonly createdAtMs: number; readonly id: string } | undefined; ; ) {
    const page = await runtime.judgements.list({ organizationId, atMs: toMs, limit: pageLength, before })
    for (const judgement of page) {
      const { connectionId, connectorId: connector, checkId: check, findingId, runId, withdrawnAtMs } = judgement
      const endMs = Math.min(withdrawnAtMs ?? toMs, readExpiryMs(judgement))
      if (!ids.has(connectionId) || endMs < fromMs) continue
      const { id, decision, by, at, reason, files, expires, evidenceSha256 } = judgement
      found.push({
        ...{
          id,
          connector,
          connectionId,
          check,
          findingId,
          runId,
          decision,
          by,
          at,
          reason,
          files,
          expires,
          evidenceSha256,
        },
        ...(withdrawnAtMs !== null && { withdrawnAt: toIsoTime(withdrawnAtMs) }),
      })
    }
    before = page.at(-1)
    if (page.length < pageLength) return found.toReversed()
  }
}

/** When something that was decided began or ended to hold. */
function listDecisionTimes(
  waivers: readonly PackageWaiver[],
  judgements: readonly PackageJudgement[],
): readonly number[] {
  return [
    ...waivers.flatMap(({ waiver, madeAt, revokedAt = madeAt }) => [
      ...[Date.parse(madeAt), Date.parse(revokedAt)],
      readExpiryMs(waiver) + 1,
    ]),
    ...judgements.flatMap((judgement) => [
      ...[Date.parse(judgement.at), Date.parse(judgement.withdrawnAt ?? judgement.at)],
      readExpiryMs(judgement) + 1,
    ]),
  ]
}

function describeFramework({ id, title, version: edition }: Framework) {
  return { id, title, ...(edition !== undefined && { version: edition }) }
}

function digestFramework(framework: Framework): string {
  return createHash('sha256').update(toCanonicalJson(framework)).digest('hex')
}

/** The histories of all controls. The spans of checks are in files of the folder. */
async function spoolDays(
  runtime: Runtime,
  folder: TempFolder,
  evidence: Evidence,
  choice: DaysChoice,
): Promise<readonly ControlHistory[]> {
  const spools: SpanSpool[] = []
  const histories = new Map<
    string,
    { readonly control: DayControl; readonly history: [ControlSpan, ...ControlSpan[]] }
  >()
  for (const index of choice.framework.controls.keys())
    spools.push(await SpanSpool.open(join(folder.path, `control-${index}.jsonl`)))
  for await (const { day, controls } of judgeDays(runtime, choice)) {
    for (const [index, control] of controls.entries()) {
      noteControl(histories, day, control)
      for (const { connector, connectionId, taskId, id, title, ...check } of control.checks) {
        const subject = {
          connector,
          ...(connectionId !== undefined && { connectionId }),
          ...(taskId !== undefined && { taskId }),
          id,
          title,
        }
        await spools[index]?.add(day, subject, await evidence.describe(check))
      }
    }
  }
  for (const spool of spools) await spool.end()
  return [...histories.values()].map(({ control: { id, title, group }, history }, index) => ({
    ...{ id, title, ...(group !== undefined && { group }), history },
    checks: async function* () {
      yield* spools[index]?.read() ?? []
    },
  }))
}

function noteControl(
  histories: Map<string, { readonly control: DayControl; readonly history: [ControlSpan, ...ControlSpan[]] }>,
  day: string,
  control: DayControl,
): void {
  const { id, state } = control
  const span = { from: day, to: day, state }
  const before = histories.get(id)
  if (!before) {
    histories.set(id, { control, history: [span] })
    return
  }
  const { history } = before
  const last = history.length - 1
  const { from, state: was } = history[last] ?? history[0]
  if (was === state) history[last] = { ...span, from }
  else history.push(span)
}

/** Bundles that are in a package, each once. */
class Evidence {
  readonly #runtime: Runtime
  readonly #order: PackageOrder
  readonly #draft: PackageDraft
  readonly #folder: TempFolder
  readonly #found = new Map<string, { readonly evidence: EvidenceKept; readonly digest?: string }>()

  constructor(runtime: Runtime, order: PackageOrder, draft: PackageDraft, folder: TempFolder) {
    this.#runtime = runtime
    this.#order = order
    this.#draft = draft
    this.#folder = folder
  }

  get runIds(): readonly string[] {
    return [...this.#found.keys()]
  }

  /** The verdict as it stands in a package, whose bundle is added where it is first named. */
  async describe({
    state,
    because,
    status,
    runId,
    reviewId,
    taskId,
    at,
    results,
    judged,
    isDeleted,
  }: Omit<DayCheck, 'connector' | 'id' | 'title'>): Promise<DayVerdict> {
    const verdict: DayVerdict = {
      ...{ state, because },
      ...(status !== undefined && { status }),
      ...(reviewId !== undefined && { reviewId }),
      ...(taskId !== undefined && { taskId }),
      ...(at !== undefined && { at }),
      ...(results && { results }),
      ...(judged && { judged }),
    }
    if (runId === undefined) return verdict
    if (isDeleted) return { ...verdict, runId, evidence: 'deleted' }
    const found = this.#found.get(runId) ?? (await this.#add(runId))
    this.#found.set(runId, found)
    return { ...verdict, runId, ...found }
  }

  async #add(runId: string): Promise<{ readonly evidence: EvidenceKept; readonly digest?: string }> {
    const { organizationId, mayReadPeople = true } = this.#order
    const { workspace, packages } = this.#runtime
    const file = await workspace.files.find(runId)
    const bytes =
      file?.organizationId === organizationId
        ? await workspace.objects.get({ organizationId, key: file.objectKey })
        : undefined
    if (!file || !bytes) {
      const wasKept = file !== undefined || (await packages.hadEvidence({ organizationId, runId }))
      return { evidence: wasKept ? 'deleted' : 'not kept' }
    }
    const name = `runs/${runId}.zip` as const
    if (mayReadPeople) {
      const { sha256 } = await this.#draft.add(name, bytes)
      if (sha256 !== file.sha256) throw createCorruptError(runId)
      return { evidence: 'kept', digest: sha256 }
    }
    // Entries of an archive are found from its end, but objects are read from their start.
    const copy = join(this.#folder.path, 'run.zip')
    await pipeline(bytes, createWriteStream(copy))
    const edition = await openEdition(copy)
    try {
      const { sha256 } = await this.#draft.add(name, edition.bytes)
      return { evidence: 'kept', digest: sha256 }
    } finally {
      await edition.close()
    }
  }
}

function createCorruptError(runId: string): StoreError {
  return new StoreError(`The evidence of run ${runId} was altered in the store. Restore it from a backup.`, {
    code: 'STORE_CORRUPT',
  })
}

interface UploadSources {
  readonly judgements: readonly PackageJudgement[]
  readonly controls: readonly ControlHistory[]
  readonly toMs: number
}

/** Adds each file that something rests on once. */
async function addUploads(
  runtime: Runtime,
  { organizationId, uploads: place = runtime.workspace.objects }: PackageOrder,
  draft: PackageDraft,
  { judgements, controls, toMs }: UploadSources,
): Promise<readonly PackageUpload[]> {
  const found = new Map<string, { id: string; upload: PackageUpload }>()
  const note = ({ id, name, sha256 }: PackageJudgement['files'][number], of: PackageUpload['of'][number]) => {
    const before = found.get(sha256)?.upload.of ?? []
    if (!before.some((each) => JSON.stringify(each) === JSON.stringify(of)))
      found.set(sha256, { id, upload: { sha256, name, of: [...before, of] } })
  }
  for (const { id: judgementId, files } of judgements) for (const file of files) note(file, { judgementId })
  for (const taskId of await listTasks(controls))
    for (const { files } of await runtime.tasks.statements({ organizationId, taskId, within: { fromMs: 0, toMs } }))
      for (const file of files) note(file, { taskId })
  const uploads: PackageUpload[] = []
  for (const [sha256, { id, upload }] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const file = await runtime.workspace.files.find(id)
    const isOwn = file?.organizationId === organizationId
    const bytes = isOwn ? await place.get({ organizationId, key: file.objectKey }) : undefined
    if (!bytes) {
      uploads.push(upload)
      continue
    }
    const written = await draft.add(`files/${sha256}`, bytes)
    if (written.sha256 !== sha256)
      throw new StoreError(`The upload "${upload.name}" was altered in the store. Restore it from a backup.`, {
        code: 'STORE_CORRUPT',
      })
    uploads.push({ ...upload, size: written.size })
  }
  return uploads
}

async function listTasks(controls: readonly ControlHistory[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const control of controls)
    for await (const { taskId } of control.checks()) if (taskId !== undefined) ids.add(taskId)
  return ids
}

async function countGaps(content: PackageContent): Promise<number> {
  let count = 0
  for await (const _ of listGaps(content)) count++
  return count
}

const namedMax = 20

async function createIncompleteError(content: PackageContent, count: number): Promise<CheckwrightError> {
  const named: string[] = []
  for await (const { kind, control, connector, check, from, to } of listGaps(content)) {
    if (named.length === namedMax) break
    named.push(
      `${kind}: ${[control, connector && `${connector}/${check}`, from && `${from} to ${to}`].filter(Boolean).join(', ')}`,
    )
  }
  const more = count > named.length ? `; and ${count - named.length} more` : ''
  return new CheckwrightError(`The package has ${count} gaps, and evidence is required. ${named.join('; ')}${more}.`, {
    code: 'PACKAGE_INCOMPLETE',
  })
}
