import type { Connection, Schedule } from '../../runtime/runtime.ts'
import { PostForm } from '../frame/links.tsx'
import { formatCount, Moment } from '../shared/moment.tsx'

/** The common choices; anything else is entered as cron. */
const daily = '0 6 * * *'

function listRhythms() {
 return [
  { cron: '0 * * * *', label: 'Every hour' },
  { cron: daily, label: 'Every day at 6:00' },
  { cron: '0 6 * * 1', label: 'Every Monday at 6:00' },
  { cron: '0 6 1 * *', label: 'On the first of the month at 6:00' },
] as const
}

/** `Every day at 6:00, Europe/Berlin`. */
export function describeRhythm({ cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>): string {
  const known = listRhythms().find((rhythm) => rhythm.cron === cron)
  return `${known?.label ?? `cron ${cron}`}, ${timeZone}`
}

/** What the runs of a schedule do; `chosen`: what a program has chosen. */
type ScheduledWork = 'all' | 'lists' | 'chosen'

interface ScheduleFormProps {
  readonly connection: Connection
  readonly schedule: Schedule | undefined
  /** Whether the connector has checks and lists, so that one can run without the other. */
  readonly hasLists: boolean
  readonly refused: RefusedSchedule | undefined
}

/** What a person entered that is not a schedule. */
export interface RefusedSchedule {
  readonly cron: string
  readonly timeZone: string
  readonly work: string
  readonly problem: string
}

/** The schedule of a connection. */
export function ScheduleForm({ connection, schedule, hasLists, refused }: ScheduleFormProps) {
  const { id } = connection
  // A connection without a schedule is offered a daily one; it counts when the person saves it.
  const isProposed = schedule === undefined && refused === undefined
  const cron = refused?.cron ?? schedule?.cron ?? (connection.state === 'disconnected' ? '' : daily)
  const timeZone = refused?.timeZone ?? schedule?.timeZone ?? 'UTC'
  const saved = findScheduledWork(schedule)
  const work = refused?.work ?? saved
  const isOwn = cron !== '' && listRhythms().every((rhythm) => rhythm.cron !== cron)
  return (
    <section class="sheet" id="schedule" aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      {isProposed && <p class="small">It has no schedule yet. Save this one to run its checks every day.</p>}
      {schedule?.nextAt !== undefined && (
        <p class="small">
          Next <Moment at={schedule.nextAt} />
        </p>
      )}
      {schedule?.skippedBecause !== undefined && (
        <p class="alert caution">{`The last scheduled run was skipped: ${schedule.skippedBecause}`}</p>
      )}
      <PostForm to={`/connections/${id}/schedule`}>
        <div class="field">
          <label for="rhythm">How often</label>
          <select id="rhythm" name="rhythm">
            <option value="">Only when a person starts a run</option>
            {listRhythms().map((rhythm) => (
              <option value={rhythm.cron} selected={rhythm.cron === cron}>
                {rhythm.label}
              </option>
            ))}
            <option value="own" selected={isOwn}>
              Use the cron expression below
            </option>
          </select>
        </div>
        <div class="field">
          <label for="time-zone">Time zone</label>
          <p class="help" id="help-time-zone">
            The times above are of this place. They follow its summer time.
          </p>
          <input
            id="time-zone"
            name="time-zone"
            value={timeZone}
            list="time-zones"
            spellcheck={false}
            aria-describedby="help-time-zone"
            data-own-zone={isProposed ? '' : undefined}
          />
          <datalist id="time-zones">
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
              <option value={zone} />
            ))}
          </datalist>
        </div>
        {(hasLists || saved === 'chosen') && (
          <div class="field">
            <label for="work">What it runs</label>
            <select id="work" name="work">
              <option value="all">All checks and lists</option>
              {hasLists && (
                <option value="lists" selected={work === 'lists'}>
                  The lists only
                </option>
              )}
              {saved === 'chosen' && (
                <option value="chosen" selected={work === 'chosen'}>
                  {`As now: ${describeChosenWork(schedule)}`}
                </option>
              )}
            </select>
          </div>
        )}
        <details open={isOwn}>
          <summary>Cron expression</summary>
          <div class="field">
            <label for="cron">Cron expression</label>
            <p class="help" id="help-cron">
              Minute, hour, day, month, weekday: <code>30 5 * * 1-5</code> is 5:30 on weekdays.
            </p>
            <input
              id="cron"
              name="cron"
              value={isOwn ? cron : ''}
              spellcheck={false}
              aria-describedby={refused ? 'help-cron wrong-cron' : 'help-cron'}
              aria-invalid={refused ? 'true' : undefined}
            />
            {refused && (
              <p class="wrong" id="wrong-cron">
                {refused.problem}
              </p>
            )}
          </div>
        </details>
        <div class="actions">
          <button class="button quiet" type="submit">
            {isProposed ? 'Save the schedule' : 'Save'}
          </button>
        </div>
      </PostForm>
    </section>
  )
}

function findScheduledWork({ checks, inventories }: Partial<Schedule> = {}): ScheduledWork {
  if (checks !== undefined) return 'chosen'
  return inventories === undefined ? 'all' : 'lists'
}

function describeChosenWork({ checks = [], inventories = [] }: Partial<Schedule> = {}): string {
  const parts = [formatCount(checks.length, 'check'), inventories.length > 0 && formatCount(inventories.length, 'list')]
  return parts.filter(Boolean).join(' and ')
}
