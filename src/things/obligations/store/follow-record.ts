import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { proposeFirstDay } from '../../../checks/obligations/first-day.ts'
import type { StoredTask } from '../../../checks/obligations/task.ts'
import type { OwedWork } from '../../../service/fields/define-thing.ts'
import type { RecordEvent } from '../../../service/fields/record-event.ts'
import { titleLengthMax } from '../../../service/records/text-limits.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { changeTask, endTask, insertTask, lockTask } from './tasks.ts'

/** Makes the obligation of a record, changes it with the record, and ends it when nothing is owed for the record any more. */
export async function followRecord(tx: Kysely<Schema>, event: RecordEvent): Promise<void> {
  const { organizationId, id: recordId, owed, atMs, userId } = event
  const found = await ofOrganization(tx, organizationId)
    .selectFrom('tasks')
    .select('id')
    .where('recordId', '=', recordId)
    .where('endedAtMs', 'is', null)
    .executeTakeFirst()
  if (owed === undefined) {
    if (found) await endTask(tx, { id: found.id, organizationId }, { atMs, userId })
    return
  }
  const before = found && (await lockTask(tx, { id: found.id, organizationId }))
  if (before === undefined) {
    const origin = { id: createTimeId(), organizationId, template: null, createdAtMs: atMs }
    const terms = { ...toTerms(event, owed), description: '', controls: [] }
    await insertTask(tx, {
      ...origin,
      ...terms,
      firstDueDay: owed.firstDueDay ?? proposeFirstDay(owed.everyDays, atMs),
      changedAtMs: atMs,
      changedBy: userId,
    })
    return
  }
  const next: StoredTask = {
    ...before,
    ...toTerms(event, owed),
    firstDueDay: owed.firstDueDay ?? before.firstDueDay,
    changedAtMs: Math.max(atMs, before.changedAtMs),
    changedBy: userId,
  }
  const { changedAtMs, changedBy } = before
  if (!isDeepStrictEqual({ ...next, changedAtMs, changedBy }, before)) await changeTask(tx, next)
}

function toTerms({ thing, id }: RecordEvent, { title, everyDays, doneDay, ownerId }: OwedWork) {
  const record = { thing, id, doneDay }
  return {
    title: [...title].slice(0, titleLengthMax).join(''),
    everyDays,
    ownerId,
    satisfiedBy: { checks: [], accessReviews: false, statements: false, record },
  }
}
