import type { CheckEvidence } from '../../checks/controls/check-evidence.ts'
import { listRunEvidence } from '../../checks/controls/collect-evidence.ts'
import type { ReceivedSupport } from '../../checks/controls/evaluate-controls.ts'
import { type ControlJudgement, explainStaleness, judgeEvidence } from '../../checks/controls/judge.ts'
import { compileAnyGlob } from '../../checks/waivers/glob.ts'
import { type CheckHead, receivedConnectorId } from '../../define/index.ts'
import type { ValuesOf } from '../../service/fields/field-types.ts'
import { formatDay } from '../../text/calendar-day.ts'
import { openHead, openRecords } from '../inventories/seal-inventory.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { reliance } from '../reliances/thing.ts'
import { type CountingRun, findNewestRun } from './find-newest-run.ts'

export type SupportParts = Uses<
  'things' | 'runs' | 'connections' | 'inventories' | 'importedPeople' | 'peopleViews',
  'vault'
>

export interface SupportQuestion {
  readonly organizationId: string
  readonly now: Date
  /** Evidence and lists that are older do not count. */
  readonly staleAfterMs: number
}

/** What results of other tools say for controls, as far as an administrator relies on them. */
export async function loadSupport(parts: SupportParts, question: SupportQuestion): Promise<readonly ReceivedSupport[]> {
  const { organizationId, now } = question
  const rows = parts.store.things.of(reliance).of(organizationId)
  const stored = await rows.page({ nowMs: now.getTime(), limit: reliance.max })
  const day = formatDay(now.getTime())
  const support: ReceivedSupport[] = []
  for (const { values } of stored)
    if (values.expires >= day) support.push(...(await judgeReliance(parts, question, values)))
  return support
}

type Values = ValuesOf<(typeof reliance)['fields']>

async function judgeReliance(
  parts: SupportParts,
  question: SupportQuestion,
  { source: connectionId, checks, controls, ...list }: Values,
): Promise<readonly ReceivedSupport[]> {
  const { organizationId } = question
  const source = await parts.store.connections.find(connectionId, organizationId)
  if (source?.connectorId !== receivedConnectorId || source.state === 'disconnected') return []
  const newest = await findNewestRun(parts, { organizationId, connectionId })
  const base = { connectionId, runId: newest?.run.head.id, controls }
  const absent = (because: string): readonly ReceivedSupport[] => [
    { ...base, id: checks.join(', '), title: checks.join(', '), state: 'undetermined', because, lacksEvidence: true },
  ]
  if (newest === undefined) return absent('no file of this source counts')
  const { run, oldestAt: at } = newest
  const fits = compileAnyGlob(checks)
  const found = run.head.checks.filter(({ id, tags }) => fits(id) || tags.some(fits))
  if (found.length === 0) return absent('the newest file has no such check')
  const resources = await loadResources(parts, question, list)
  const support: ReceivedSupport[] = []
  for (const check of found) {
    const { judgement, evidence } = await judgeReceived(newest, check, resources, question)
    const lacking = explainStaleness(evidence, question) === undefined ? {} : { lacksEvidence: true as const }
    support.push({ ...base, id: check.id, title: check.title, at, ...lacking, ...judgement })
  }
  return support
}

async function judgeReceived(
  { run, oldestAt }: CountingRun,
  check: CheckHead,
  resources: ReadonlySet<string> | string,
  { now, staleAfterMs }: SupportQuestion,
): Promise<{ readonly judgement: ControlJudgement; readonly evidence: CheckEvidence }> {
  const [found] = await Array.fromAsync(listRunEvidence(run, now, undefined, new Set([check.id])))
  if (found === undefined) throw new TypeError('a check of a run has evidence')
  // Whether it saw everything, the list says.
  const evidence = {
    ...found,
    readAtMs: Date.parse(oldestAt),
    check: { ...check, complete: check.error === undefined },
  }
  const judgement = judgeEvidence(evidence, { requires: [], now, staleAfterMs })
  if (judgement.state !== 'satisfied' && judgement.state !== 'not_applicable') return { judgement, evidence }
  if (typeof resources === 'string') return { judgement: { state: 'undetermined', because: resources }, evidence }
  const unlisted = new Set(resources)
  for await (const { resource } of run.results(check.id)) {
    unlisted.delete(resource.id)
    if (resource.name !== undefined) unlisted.delete(resource.name)
  }
  if (unlisted.size === 0) return { judgement, evidence }
  const because = `the file says nothing of ${unlisted.size} of ${resources.size} resources of the list`
  return { judgement: { state: 'undetermined', because }, evidence }
}

/** Ids of all resources that there are; a text: why nobody knows. */
async function loadResources(
  { store, vault }: SupportParts,
  { organizationId, now, staleAfterMs }: SupportQuestion,
  { listedBy: connectionId, listed }: Pick<Values, 'listedBy' | 'listed'>,
): Promise<ReadonlySet<string> | string> {
  const stored = (await store.inventories.list({ connectionId, organizationId })).filter(({ of }) => of === listed)
  if (stored.length === 0) return 'there is no list of the resources'
  const ids = new Set<string>()
  for (const each of stored) {
    const head = await openHead(vault, each)
    if (!head.complete) return 'the list of the resources is not complete'
    if (now.getTime() - Date.parse(head.readAt) > staleAfterMs) return 'the list of the resources is too old'
    for await (const { id } of openRecords({ store, vault }, each, 0)) ids.add(id)
  }
  return ids.size === 0 ? 'the list of the resources is empty' : ids
}
