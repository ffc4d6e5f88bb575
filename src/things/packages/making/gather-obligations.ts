import type { ObligationSpan, PackageObligation, PackageStatement } from '../../../evidence/package/package-content.ts'
import { toCanonicalJson } from '../../../inventory/canonical-json.ts'
import { addDays, parseDayEnd } from '../../../text/calendar-day.ts'
import type { StatedTask } from '../../obligations/tasks.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { JudgedDay } from './judge-days.ts'

/** Notes what was owed day by day. */
export class ObligationNotes {
  readonly #owed = new Map<string, { title: string; readonly history: ObligationSpan[] }>()

  /** Takes the obligations of a day. Days come in order. */
  note({ day, tasks }: Pick<JudgedDay, 'day' | 'tasks'>): void {
    for (const { id, title, everyDays, firstDueDay, satisfiedBy } of tasks) {
      const owed = this.#owed.get(id) ?? { title, history: [] }
      this.#owed.set(id, owed)
      owed.title = title
      const terms = { everyDays, firstDueDay, satisfiedBy }
      const last = owed.history.at(-1)
      if (last && addDays(last.to, 1) === day && toCanonicalJson(readTerms(last)) === toCanonicalJson(terms))
        owed.history[owed.history.length - 1] = { ...last, to: day }
      else owed.history.push({ from: day, to: day, ...terms })
    }
  }

  /** With what people stated until the end of the period. */
  async gather(
    { tasks }: Pick<Runtime, 'tasks'>,
    { organizationId, toMs }: { readonly organizationId: string; readonly toMs: number },
  ): Promise<readonly PackageObligation[]> {
    const gathered: PackageObligation[] = []
    for (const [id, { title, history }] of this.#owed) {
      // One that has ended since is known of its own time alone.
      const endMs = Math.min(parseDayEnd(history.at(-1)?.to ?? '') ?? toMs, toMs)
      const stated = await tasks.statements({ organizationId, taskId: id, within: { fromMs: 0, toMs: endMs } })
      gathered.push({ id, title, history, statements: stated.toReversed().map(toStatement) })
    }
    return gathered
  }
}

function readTerms({ everyDays, firstDueDay, satisfiedBy }: ObligationSpan) {
  return { everyDays, firstDueDay, satisfiedBy }
}

function toStatement({
  id,
  text,
  doneDay,
  files,
  userId,
  statedBy,
  madeAtMs,
  evidenceSha256,
}: StatedTask): PackageStatement {
  return { id, text, doneDay, files, userId, statedBy, at: new Date(madeAtMs).toISOString(), evidenceSha256 }
}
