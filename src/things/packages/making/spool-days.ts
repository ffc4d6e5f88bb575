import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ControlHistory, ControlSpan, EarlierMapping } from '../../../evidence/package/package-content.ts'
import type { TempFolder } from '../../../http/files/temp-folder.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { BundleAdder } from './add-bundles.ts'
import { ObligationNotes } from './gather-obligations.ts'
import { type DayControl, type DaysChoice, type JudgedDay, judgeDays } from './judge-days.ts'
import { SpanSpool } from './span-spool.ts'

/** What was seen day by day. */
export interface SpooledDays {
  /** The spans of checks are in files of the folder. */
  readonly controls: readonly ControlHistory[]
  readonly obligations: ObligationNotes
  /** Mappings of statements by the days on which they counted, the oldest first. */
  readonly mappings: readonly EarlierMapping[]
}

/** A control until a day. */
interface Noted {
  readonly control: DayControl
  readonly history: [ControlSpan, ...ControlSpan[]]
}

/** Judges every day, and adds the bundles that the verdicts rest on. */
export async function spoolDays(
  runtime: Runtime,
  folder: TempFolder,
  bundles: BundleAdder,
  choice: DaysChoice,
): Promise<SpooledDays> {
  const obligations = new ObligationNotes()
  const noted = new Map<string, Noted>()
  const spools: SpanSpool[] = []
  for (const index of choice.framework.controls.keys())
    spools.push(await SpanSpool.open(join(folder.path, `control-${index}.jsonl`)))
  const mappings: EarlierMapping[] = []
  for await (const { day, controls, tasks, mapping } of judgeDays(runtime, choice)) {
    obligations.note({ day, tasks })
    noteMapping(mappings, day, mapping)
    for (const [index, control] of controls.entries()) {
      noteControl(noted, day, control)
      for (const check of control.checks) {
        const { connector, connectionId, taskId, id, title } = check
        const subject = {
          connector,
          connectionId,
          taskId,
          id,
          title,
        }
        await spools[index]?.add(day, subject, await bundles.describe(check))
      }
    }
  }
  for (const spool of spools) await spool.end()
  const controls = [...noted.values()].map(({ control: { id, title, group }, history }, index) => ({
    id,
    title,
    group,
    history,
    checks: async function* () {
      yield* spools[index]?.read() ?? []
    },
  }))
  return { controls, obligations, mappings }
}

function noteMapping(mappings: EarlierMapping[], day: string, mapping: JudgedDay['mapping']): void {
  if (!mapping) return
  const { sha256, text } = mapping
  const before = mappings.at(-1)
  if (before?.sha256 === sha256) mappings[mappings.length - 1] = { ...before, to: day }
  else mappings.push({ from: day, to: day, sha256, text })
}

function noteControl(noted: Map<string, Noted>, day: string, control: DayControl): void {
  const { id, state, statements, leftOut } = control
  const observed = listObserved(statements)
  const span: ControlSpan = { from: day, to: day, state, statements: toStatementCount(statements), observed, leftOut }
  const known = noted.get(id)
  if (!known) {
    noted.set(id, { control, history: [span] })
    return
  }
  const { history } = known
  const last = history.length - 1
  const before = history[last] ?? history[0]
  const isSame =
    before.state === state &&
    isDeepStrictEqual(before.statements, span.statements) &&
    isDeepStrictEqual(before.observed, observed) &&
    isDeepStrictEqual(before.leftOut, leftOut)
  if (isSame) history[last] = { ...span, from: before.from }
  else history.push(span)
}

function listObserved(statements: DayControl['statements']): ControlSpan['observed'] {
  if (!statements || statements.of === 0) return undefined
  return statements.statements.flatMap(({ id, observed }) => (observed ? [id] : []))
}

function toStatementCount(statements: DayControl['statements']): ControlSpan['statements'] {
  if (!statements || statements.of === 0) return undefined
  return { observed: statements.observed, of: statements.of }
}
