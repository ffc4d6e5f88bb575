import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Redactor } from '../../http/redact.ts'
import { recordedCheck } from './make-recording.ts'
import type { RecordedCheck, Recording } from './recording.ts'
import { replayRecording } from './replay-recording.ts'
import { type Scrubbed, type ScrubOptions, scrubRecording } from './scrub-recording.ts'
import { type SecretFinding, secretsIn } from './secret-scan.ts'

/**
 * Makes a recording fit to be shown: without people, held to the verdicts that were reached with them, and searched for
 * secrets once more.
 * @param known the credentials that it was made with
 * @throws CheckwrightError `RECORDING_DIFFERS` when the checks come to something else on what is left; `RECORDING_REFUSED`
 * when something in it still looks like a secret
 */
export async function settledRecording(
  raw: Recording,
  connector: AnyConnector,
  known: Redactor,
  options: ScrubOptions = {},
): Promise<Scrubbed> {
  const { recording: scrubbed, counts } = scrubRecording(raw, connector, options)
  // What it expects of its checks is what they come to on what it holds, and not on whom they were answered about.
  const replay = await replayRecording(scrubbed, connector)
  const checks = replay.checks.flatMap(({ outcome }) => (outcome ? [recordedCheck(outcome)] : []))
  const differing = raw.checks.flatMap((before, at) =>
    differencesOf(before, checks[at], replay.checks[at]?.missing ?? []),
  )
  if (differing.length > 0) throw differs(differing)
  const recording = { ...scrubbed, checks }
  const found = secretsIn(recording, known)
  if (found.length > 0) throw looksSecret(found)
  return { recording, counts }
}

function differencesOf(before: RecordedCheck, after: RecordedCheck | undefined, missing: readonly string[]): string[] {
  const [was, is] = [countsOf(before), after ? countsOf(after) : 'nothing']
  if (was === is && missing.length === 0) return []
  return [
    `${before.id}: ${was} → ${is}`,
    ...missing.map((request) => `${before.id} asks for ${request}, which nobody answered`),
  ]
}

function countsOf({ status, complete, error, results }: RecordedCheck): string {
  const counts = Map.groupBy(results, (result) => result.status)
  const listed = [...counts].map(([each, { length }]) => `${length} ${each}`).sort()
  return [
    error ? `${status} (${error.kind}, ${error.code})` : status,
    ...(complete ? [] : ['incomplete']),
    ...listed,
  ].join(', ')
}

function differs(lines: readonly string[]): CheckwrightError {
  return new CheckwrightError(
    `Nothing was recorded: without names and addresses ${lines.length === 1 ? 'a check comes' : 'checks come'} to something else.\n${list(lines)}\nA word that names nobody stays by --keep <text>.`,
    { code: 'RECORDING_DIFFERS' },
  )
}

function looksSecret(found: readonly SecretFinding[]): CheckwrightError {
  const lines = found.map(({ path, what }) => `${path}: ${what}`)
  return new CheckwrightError(
    `Nothing was recorded, because something in it still looks like a secret:\n${list(lines)}\nName the member in the "sensitive" list of the connector, or hand the value to ctx.secret, and record again.`,
    { code: 'RECORDING_REFUSED' },
  )
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}
