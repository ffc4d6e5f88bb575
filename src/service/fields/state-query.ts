import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, formatDay } from '../../text/calendar-day.ts'
import type { ThingFields } from './field.ts'
import { type Cell, fieldKinds } from './field-kinds.ts'
import type { Condition, StateConditions, States } from './states.ts'

const dayMs = 86_400_000

/** The state of each row at a time, as an expression of SQL that agrees with `deriveState`. */
export function stateQuery(states: States, fields: ThingFields): (nowMs: number) => RawBuilder<string> {
  const entries = Object.entries(states)
  return (nowMs) => {
    const whens = entries.map(
      // A name of a state has letters and hyphens alone.
      ([state, conditions]) => sql`when ${writeConditions(conditions, fields, nowMs)} then ${sql.lit(state)}`,
    )
    return sql<string>`case ${sql.join(whens, sql` `)} end`
  }
}

/** What has to hold of a row at a time, as an expression of SQL. */
export function writeConditions(conditions: StateConditions, fields: ThingFields, nowMs: number): RawBuilder<SqlBool> {
  const written = Object.entries(conditions).map(([name, condition]) => writeOne(name, condition, fields, nowMs))
  return written.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(written, sql` and `)}`
}

function writeOne(
  name: string,
  condition: Condition | undefined,
  fields: ThingFields,
  nowMs: number,
): RawBuilder<SqlBool> {
  const [column, field] = [sql.ref(name), fields[name]]
  if (field === undefined || condition === undefined) throw new TypeError(`stateQuery: there is no field ${name}`)
  if (condition.test === 'empty') return sql<SqlBool>`${column} is null`
  if (condition.test === 'set') return sql<SqlBool>`${column} is not null`
  const toCell = (value: unknown): Cell => fieldKinds[field.kind].toCell(field, value as never)
  if (condition.test === 'oneOf') return sql<SqlBool>`${column} in (${sql.join(condition.values.map(toCell))})`
  const { how, amount } = condition
  const bound =
    field.kind === 'day'
      ? addDays(formatDay(nowMs), amount)
      : toCell(field.kind === 'time' ? Math.round(nowMs + amount * dayMs) : amount)
  return sql<SqlBool>`${column} ${sql.raw(how)} ${bound}`
}
