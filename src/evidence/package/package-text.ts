import type { ControlState } from '../../checks/controls/evaluate-controls.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { formatJsonLine, joinLines } from '../bundle/json-lines.ts'
import {
  type CheckHistory,
  type ControlHistory,
  type PackageContent,
  packageSchema,
  readNewest,
} from './package-content.ts'
import { listGaps } from './package-gaps.ts'

/** `package.json`, in pieces: each check, decision and gap is one line. */
export async function* writePackageText(content: PackageContent): AsyncGenerator<string, void, undefined> {
  const { head, connections, controls, waivers, judgements, obligations, records, populations, samples } = content
  const { received, uploads } = content
  yield `{\n"schema":${formatJsonLine(packageSchema)},\n`
  for (const [member, value] of Object.entries(omitUndefined(head)))
    yield `${formatJsonLine(member)}:${formatJsonLine(value)},\n`
  yield* writeList('connections', connections)
  yield ',\n"controls":[\n'
  for (const [index, control] of controls.entries()) {
    if (index > 0) yield ',\n'
    yield* writeControl(control)
  }
  yield `\n],\n"summary":${formatJsonLine(summarize(controls))},\n`
  yield* writeList('waivers', waivers)
  yield ',\n'
  yield* writeList('judgements', judgements)
  yield ',\n'
  yield* writeList('obligations', obligations)
  yield ',\n'
  yield* writeList('records', records)
  yield ',\n'
  yield* writeList('populations', populations)
  yield ',\n'
  yield* writeList('samples', samples)
  yield ',\n'
  yield* writeList('received', received)
  yield ',\n'
  yield* writeList('uploads', uploads)
  yield ',\n'
  yield* writeList('gaps', listGaps(content))
  yield '\n}\n'
}

async function* writeControl({ id, title, group, history, checks }: ControlHistory): AsyncGenerator<string> {
  const { state } = readNewest(history)
  const head = formatJsonLine({ id, title, group, state, history })
  yield `${head.slice(0, -1)},"checks":[\n`
  yield* joinLines(formatChecks(checks()))
  yield ']}'
}

async function* formatChecks(checks: AsyncIterable<CheckHistory>): AsyncGenerator<string> {
  for await (const { connector, connectionId, taskId, id, title, history } of checks) {
    const { state, because } = readNewest(history)
    yield formatJsonLine({ connector, connectionId, taskId, id, title, state, because, history })
  }
}

async function* writeList(member: string, items: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  yield `${formatJsonLine(member)}:[\n`
  yield* joinLines(formatItems(items))
  yield ']'
}

async function* formatItems(items: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield formatJsonLine(item)
}

/** How many controls in scope stood how on the last day, and how many were out of scope, where any was. */
export function summarize(
  controls: readonly ControlHistory[],
): Readonly<Record<ControlState, number>> & { readonly leftOut?: number | undefined } {
  const newest = controls.map(({ history }) => readNewest(history))
  const inScope = newest.filter(({ leftOut }) => leftOut === undefined)
  const count = (state: ControlState) => inScope.filter((span) => span.state === state).length
  return {
    satisfied: count('satisfied'),
    not_satisfied: count('not_satisfied'),
    undetermined: count('undetermined'),
    uncovered: count('uncovered'),
    leftOut: newest.length - inScope.length || undefined,
  }
}
