import type { Kysely, RawBuilder, Selectable } from 'kysely'
import type { TrendDay } from '../../../checks/findings/finding-store.ts'
import { isOneOf, type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { type CheckTally, noTally, readTallies, type TallyChanges } from '../../../service/store/tables/tallies.ts'
import { addDays, formatDay } from '../../../text/calendar-day.ts'

const dayMs = 86_400_000
/** As old as evidence of controls may be. */
const countedDays = 30

type DailyTally = Pick<Selectable<Schema['dailyStandings']>, 'day'> & Omit<CheckTally, 'connections'>

/** The standing of a connection that a new one usually takes the place of. */
export async function findNewestDay(db: Kysely<Schema>, connectionId: string): Promise<DailyTally | undefined> {
  const [newest] = await selectNewestDay(db, { connectionId })
  return newest
}

const selectNewestDay = prepareStatement((db, params: Placeholders<{ readonly connectionId: string }>) =>
  selectDays(db, params('connectionId')).orderBy('day', 'desc').limit(1),
)

export interface TallySubject {
  readonly organizationId: string
  readonly connectionId: string
  /** 0 for cross-checks, which are of all connections. */
  readonly connections: 0 | 1
}

/** Keeps how a connection stands at the end of a day, and the changes of numbers with those that follow from it. */
export async function recordDailyTally(
  tx: Kysely<Schema>,
  { organizationId, connectionId, connections }: TallySubject,
  {
    newest,
    tally,
    isConnected,
    changes,
  }: {
    readonly newest: DailyTally | undefined
    readonly tally: DailyTally
    readonly isConnected: boolean
    readonly changes: TallyChanges
  },
): Promise<void> {
  // Clocks of two processes differ: the newest one may be of a later day.
  const isNewest = newest === undefined || newest.day <= tally.day
  const before = isNewest ? (newest ? [newest] : []) : await selectDays(tx, connectionId).execute()
  const after = [tally, ...before.filter(({ day }) => day !== tally.day)]
  addSpans(changes, before, { connections, isConnected, times: -1 })
  addSpans(changes, after, { connections, isConnected, times: 1 })
  const { day, ...counts } = tally
  await sendTogether([
    replaceTally(tx, { organizationId, connectionId, day, ...counts }),
    changes.append(tx, organizationId),
  ])
}

const replaceTally = prepareStatement((db, params: Placeholders<Schema['dailyStandings']>) =>
  db
    .insertInto('dailyStandings')
    .values({
      organizationId: params('organizationId'),
      connectionId: params('connectionId'),
      day: params('day'),
      pass: params('pass'),
      fail: params('fail'),
      manual: params('manual'),
      notApplicable: params('notApplicable'),
      error: params('error'),
    })
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'day']).doUpdateSet(({ ref }) => ({
        pass: ref('excluded.pass'),
        fail: ref('excluded.fail'),
        manual: ref('excluded.manual'),
        notApplicable: ref('excluded.notApplicable'),
        error: ref('excluded.error'),
      })),
    ),
)

/**
 * What it changes in the numbers that a connection is disconnected, or is there again. A standing that the next day has another one of counts
 * the same either way, and only the days of the others are read.
 */
export async function restateDays(
  tx: Kysely<Schema>,
  { connectionId, connections }: TallySubject,
  { isConnected, changes }: { readonly isConnected: boolean; readonly changes: TallyChanges },
): Promise<void> {
  const all = await tx
    .selectFrom('dailyStandings')
    .select('day')
    .where('connectionId', '=', connectionId)
    .orderBy('day')
    .execute()
  const next = new Map(all.map(({ day }, at) => [day, all[at + 1]?.day]))
  const lasting = [...next].filter(([day, other]) => other === undefined || !isDayAfter(day, other))
  for (let from = 0; from < lasting.length; from += daysAtOnce) {
    const some = lasting.slice(from, from + daysAtOnce).map(([day]) => day)
    for (const tally of await selectDays(tx, connectionId)
      .where(isOneOf(tx, 'day', some))
      .execute()) {
      const following = next.get(tally.day)
      const subject = { connections, next: following }
      addSpan(changes, tally, { ...subject, isConnected: !isConnected, times: -1 })
      addSpan(changes, tally, { ...subject, isConnected, times: 1 })
    }
  }
}

const daysAtOnce = 500

function isDayAfter(day: string, other: string): boolean {
  return Date.parse(other) - Date.parse(day) === dayMs
}

function selectDays(db: Kysely<Schema>, connectionId: string | RawBuilder<string>) {
  return db
    .selectFrom('dailyStandings')
    .select(['day', 'pass', 'fail', 'manual', 'notApplicable', 'error'])
    .where('connectionId', '=', connectionId)
}

function addSpans(
  changes: TallyChanges,
  days: readonly DailyTally[],
  how: Pick<SpanOf, 'connections' | 'isConnected' | 'times'>,
): void {
  let next: string | undefined
  for (const tally of days.toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
    addSpan(changes, tally, { ...how, next })
    next = tally.day
  }
}

interface SpanOf {
  readonly connections: 0 | 1
  readonly isConnected: boolean
  readonly times: 1 | -1
  /** The day of the next standing of the connection. */
  readonly next: string | undefined
}

/**
 * Each standing counts from its day on, until the next one, and for 30 days at most. That of a disconnected connection counts on the day on
 * which it ran, and not after it.
 */
function addSpan(
  changes: TallyChanges,
  { day, ...counts }: DailyTally,
  { connections, isConnected, times, next }: SpanOf,
): void {
  const tally = { ...counts, connections }
  const last = addDays(day, isConnected ? countedDays + 1 : 1)
  changes.add(day, tally, times)
  changes.add(next !== undefined && next < last ? next : last, tally, times === 1 ? -1 : 1)
}

export async function listTrendDays(
  db: Kysely<Schema>,
  { organizationId, days, nowMs }: { readonly organizationId: string; readonly days: number; readonly nowMs: number },
): Promise<TrendDay[]> {
  const changes = [...(await readTallies(db, { organizationId, from: '0', to: formatDay(nowMs) }))]
  const trend: TrendDay[] = []
  let { connections, pass, fail, manual, notApplicable, error } = noTally
  let at = 0
  for (let back = days - 1; back >= 0; back--) {
    const day = formatDay(nowMs - back * dayMs)
    for (let change = changes[at]; change && change[0] <= day; change = changes[++at]) {
      connections += change[1].connections
      pass += change[1].pass
      fail += change[1].fail
      manual += change[1].manual
      notApplicable += change[1].notApplicable
      error += change[1].error
    }
    trend.push({ day, connections, pass, fail, manual, not_applicable: notApplicable, error })
  }
  return trend
}
