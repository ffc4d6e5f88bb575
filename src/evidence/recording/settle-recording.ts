import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import type { InventoryReplay } from '../replay/replay-inventories.ts'
import { toRecordedCheck, toRecordedInventory } from './make-recording.ts'
import type { RecordedCheck, Recording } from './recording.ts'
import { replayRecording } from './replay-recording.ts'
import { type ScrubbedRecording, type ScrubOptions, scrubRecording } from './scrub-recording.ts'
import { findSecrets, type SecretFinding } from './secret-scan.ts'

/**
 * Makes a recording fit to share: removes people, checks that the verdicts stay the same, and searches for secrets once
 * more.
 * @param known the credentials of the recording
 * @throws CheckwrightError `RECORDING_DIFFERS` if the checks reach other results on the scrubbed answers;
 * `RECORDING_REFUSED` if something in it still looks like a secret
 */
export async function settleRecording(
  raw: Recording,
  connector: AnyConnector,
  known: Redactor,
  options: ScrubOptions = {},
): Promise<ScrubbedRecording> {
  const { recording: scrubbed, ...rest } = scrubRecording(raw, connector, options)
  // The expected outcome comes from the scrubbed answers, without the original resources.
  const replay = await replayRecording(scrubbed, connector)
  const checks = replay.checks.flatMap(({ outcome }) => (outcome ? [toRecordedCheck(outcome)] : []))
  const inventories = replay.inventories.flatMap(({ outcome }) => (outcome ? [toRecordedInventory(outcome)] : []))
  const differing = [
    ...replay.inventories.flatMap(describeListDifferences),
    ...raw.checks.flatMap((before, at) => describeDifferences(before, checks[at], replay.checks[at]?.missing ?? [])),
  ]
  if (differing.length > 0) throw createRecordingDiffersError(differing)
  const recording = {
    ...scrubbed,
    checks,
    inventories: inventories.length > 0 ? inventories : scrubbed.inventories,
  }
  const found = findSecrets(recording, known)
  if (found.length > 0) throw createLooksSecretError(found)
  const people = rest.findPeople(recording)
  if (people.length > 0) throw createNamesSomebodyError(people)
  return { ...rest, recording }
}

function describeListDifferences({ id, differences, missing }: InventoryReplay): string[] {
  return [
    ...differences.map(
      ({ of, recorded, replayed }) => `${id}, ${of}: ${recorded ?? 'nothing'} → ${replayed ?? 'nothing'}`,
    ),
    ...missing.map((request) => `${id} requests ${request}, which has no recorded answer`),
  ]
}

function describeDifferences(
  before: RecordedCheck,
  after: RecordedCheck | undefined,
  missing: readonly string[],
): string[] {
  const [was, is] = [formatResultCounts(before), after ? formatResultCounts(after) : 'nothing']
  if (was === is && missing.length === 0) return []
  return [
    `${before.id}: ${was} → ${is}`,
    ...missing.map((request) => `${before.id} requests ${request}, which has no recorded answer`),
  ]
}

function formatResultCounts({ status, complete, error, results }: RecordedCheck): string {
  const counts = Map.groupBy(results, (result) => result.status)
  const listed = [...counts].map(([each, { length }]) => `${length} ${each}`).sort()
  return [
    error ? `${status} (${error.kind}, ${error.code})` : status,
    ...(complete ? [] : ['incomplete']),
    ...listed,
  ].join(', ')
}

function createRecordingDiffersError(lines: readonly string[]): CheckwrightError {
  return new CheckwrightError(
    `The recording was not written, because ${lines.length === 1 ? 'a check gives another result' : 'checks give other results'} without names and addresses.\n${formatBulletList(lines)}\nIf a word is not the name of a person, keep it by --keep <text>.`,
    { code: 'RECORDING_DIFFERS' },
  )
}

function createLooksSecretError(found: readonly SecretFinding[]): CheckwrightError {
  const lines = found.map(({ path, what }) => `${path}: ${what}`)
  return new CheckwrightError(
    `The recording was not written, because a value in it still looks like a secret:\n${formatBulletList(lines)}\nName the member in the "sensitive" list of the connector, or pass the value to ctx.secret, and record again.`,
    { code: 'RECORDING_REFUSED' },
  )
}

function createNamesSomebodyError(places: readonly string[]): CheckwrightError {
  return new CheckwrightError(
    `The recording was not written, because a name or an address is still in it:\n${formatBulletList(places)}\nIf it is not that of a person, keep it by --keep <text>. Otherwise leave out the check that reads it.`,
    { code: 'RECORDING_REFUSED' },
  )
}

function formatBulletList(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}
