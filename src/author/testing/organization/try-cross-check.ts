import type { CrossCheck } from '../../../crosscheck/define/cross-check.ts'
import type { DisposableCrossCheckRun } from '../../../crosscheck/run/cross-check-run.ts'
import { runCrossCheck } from '../../../crosscheck/run/run-cross-check.ts'
import type { ResultRecord } from '../../../define/index.ts'
import { type FalseVerdict, findMistake, type Readings, type Truth } from './find-mistake.ts'
import { openOrganization } from './generate-organization.ts'
import { nowMs } from './history.ts'
import type { KnownOrganization } from './known-organization.ts'

/** What a cross-check said of a generated organization. */
export interface CrossCheckTrial {
  /** Results that pass, fail or do not apply. */
  readonly decided: number
  /** Of these the ones that fail. */
  readonly fails: number
  /** Results that need review. */
  readonly manual: number
  /** Resources that could not be told. */
  readonly undecided: number
  /** For people: each result that contradicts what happened, and whether a replay differs. */
  readonly mistakes: readonly string[]
}

/** Compares one result with what really happened. Undefined: it is right, or says that nobody can tell. */
export type MistakeFinder = (result: ResultRecord, truth: Truth, readings: Readings) => FalseVerdict | undefined

/**
 * Judges a generated organization by one cross-check, compares each result with what really happened, and judges it again by the inputs
 * that the run has kept, which has to come to the same.
 * @param findOwnMistake for a cross-check of your own; those that ship have theirs
 * @throws TypeError for a cross-check of your own without it
 */
export async function tryCrossCheck(
  crossCheck: CrossCheck,
  organization: KnownOrganization,
  findOwnMistake: MistakeFinder = (result, truth, readings) => findMistake(crossCheck.id, result, truth, readings),
): Promise<CrossCheckTrial> {
  const { truth, devices, humans, history } = organization
  await using run = await runCrossCheck(crossCheck, organization.inputs, openOrganization(organization))
  const { organizationId, inputs } = run.head
  await using replay = await runCrossCheck(crossCheck, { organizationId, ...inputs }, run.source)
  const replayed = replay.results(crossCheck.id)[Symbol.asyncIterator]()
  let difference = showHead(replay.head) === showHead(run.head) ? undefined : 'another head'
  const findReadings = listReadings(organization, crossCheck)
  const trial = { decided: 0, fails: 0, manual: 0, undecided: run.head.checks[0]?.undecided?.count ?? 0 }
  const mistakes: string[] = []
  for await (const result of run.results(crossCheck.id)) {
    const { status, resource } = result
    const { id, type } = resource
    const { value: again } = await replayed.next()
    if (JSON.stringify(again) !== JSON.stringify(result)) difference ??= `another result of ${id}`
    if (type === 'connection') continue
    if (status === 'manual') trial.manual++
    else trial.decided++
    if (status === 'fail') trial.fails++
    const account = type === 'account' ? truth.get(id) : undefined
    const real: Truth = { history, account, device: devices.get(id), human: humans.get(id) }
    const mistake = findOwnMistake(result, real, findReadings(id, type))
    if (mistake)
      mistakes.push(`${mistake} of ${id}: ${JSON.stringify([result, real.account ?? real.device ?? real.human])}`)
  }
  if (!(await replayed.next()).done) difference ??= 'more results'
  if (difference !== undefined) mistakes.push(`its replay has ${difference}`)
  return { ...trial, mistakes }
}

/** What two runs of the same inputs have in common: ids and times of work differ. */
function showHead({ status, scopes, summary, checks }: DisposableCrossCheckRun['head']): string {
  return JSON.stringify([status, scopes, summary, checks.map(({ undecided }) => undecided)])
}

/** When what a result is about was read, by the lists that the cross-check needs. What was read in the future is not judged by. */
function listReadings({ systems }: KnownOrganization, { needs }: CrossCheck): (id: string, type: string) => Readings {
  const needed: readonly unknown[] = [
    needs.people && 'person',
    needs.accounts && 'account',
    needs.devices && 'device',
    needs.training && 'training',
    needs.policies && 'acknowledgement',
  ]
  const readAt = new Map(
    systems.map(({ connectionId, inventories: [first] }) => [connectionId, Date.parse(first?.readAt ?? '')]),
  )
  const listTimes = (isPicked: (system: KnownOrganization['systems'][number]) => boolean) =>
    systems.flatMap((system) => {
      const ms = isPicked(system) ? readAt.get(system.connectionId) : undefined
      return ms === undefined || Number.isNaN(ms) ? [] : ms
    })
  const peopleMs = Math.min(nowMs, ...listTimes(({ connectionId }) => /^(hris|contractors)$/.test(connectionId)))
  const neededMs = listTimes(({ inventories }) => inventories.some(({ of }) => needed.includes(of)))
  const personMs = Math.min(peopleMs, ...neededMs)
  const newestMs = Math.min(nowMs, Math.max(...neededMs))
  const providerMs = readAt.get('idp') ?? nowMs
  return (id, type) => {
    const listMs = type === 'person' ? personMs : (readAt.get(id.split('/')[0] ?? '') ?? nowMs)
    return { listMs, oldestMs: Math.min(listMs, peopleMs), newestMs, providerMs }
  }
}
