import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SentForm } from '../../pages/form.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, FormField, SelectField } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import {
  ChangedMeanwhile,
  nameSeen,
  readSeen,
  SeenField,
  type ShownNow,
  wasChangedSince,
} from '../../pages/shared/seen.tsx'
import type { Schedule } from '../../runtime/runtime.ts'

/** The common choices; anything else is entered as cron. */
const daily = '0 6 * * *'

function listRhythms(texts: Texts) {
  return [
    { cron: '0 * * * *', label: texts.schedules.rhythms.hourly },
    { cron: daily, label: texts.schedules.rhythms.daily },
    { cron: '0 6 * * 1', label: texts.schedules.rhythms.weekly },
    { cron: '0 6 1 * *', label: texts.schedules.rhythms.monthly },
  ] as const
}

/** `Every day at 6:00, Europe/Berlin`. */
export function describeRhythm(texts: Texts, { cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>): string {
  const known = listRhythms(texts).find((rhythm) => rhythm.cron === cron)
  return `${known?.label ?? describeDaily(texts, cron) ?? texts.schedules.rhythms.cron({ cron })}, ${timeZone}`
}

/** Once a day, at another time than the one that is offered. */
function describeDaily(texts: Texts, cron: string): string | undefined {
  const [, minute, hour] = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cron) ?? []
  if (minute === undefined || hour === undefined) return undefined
  return texts.schedules.rhythms.dailyAt({ time: `${hour}:${minute.padStart(2, '0')}` })
}

/** What the runs of a schedule do; `chosen`: what a program has chosen. */
type ScheduledWork = 'all' | 'lists' | 'chosen'

interface ScheduleFormProps {
  /** Path of the action that saves it. */
  readonly to: string
  /** Whether a daily schedule is offered where there is none; it counts when the person saves it. */
  readonly isOffered: boolean
  readonly schedule: (Omit<Schedule, 'connectionId' | 'inventories'> & Partial<Schedule>) | undefined
  /** Whether the connector has checks and lists, so that one can run without the other. */
  readonly hasLists: boolean
  readonly refused: RefusedSchedule | undefined
}

/** What a person entered that is not saved. */
export interface RefusedSchedule extends EnteredSchedule {
  /** Why it is no schedule. */
  readonly problem?: string
  /** What somebody else saved meanwhile. */
  readonly now?: ShownNow
  /** The state that the form goes on to replace. @default that of now */
  readonly seen?: string | undefined
}

interface EnteredSchedule {
  /** One of the listed rhythms, or `own`. */
  readonly rhythm: string
  readonly cron: string
  readonly timeZone: string
  readonly work: string
}

type SeenSchedule = Partial<Pick<Schedule, 'cron' | 'timeZone' | 'checks' | 'inventories' | 'spread'>> | undefined

/** By what people choose. When it runs next is not among it, and changes by itself. */
function pickSeen({ cron, timeZone, checks, inventories, spread }: NonNullable<SeenSchedule> = {}) {
  return { cron, timeZone, checks, inventories, spread }
}

/** @returns undefined if the schedule is still the one that the form showed */
export function refuseIfChanged(
  texts: Texts,
  form: SentForm,
  entered: EnteredSchedule,
  schedule: (Pick<Schedule, 'cron' | 'timeZone'> & SeenSchedule) | undefined,
): RefusedSchedule | undefined {
  if (!wasChangedSince(form, pickSeen(schedule))) return undefined
  // The form asks what it runs only where there is a choice.
  const work = form.all('work').length === 0 ? [] : describeWork(texts, schedule)
  const rhythm = schedule ? describeRhythm(texts, schedule) : texts.schedules.form.manual
  return { ...entered, now: [[texts.labels.frequency, rhythm], ...work] }
}

function describeWork(texts: Texts, schedule: SeenSchedule): ShownNow {
  const { everything: all, listsOnly: lists } = texts.schedules.form
  const work = findScheduledWork(schedule)
  const text = { all, lists, chosen: describeChosenWork(texts, schedule) }[work]
  return schedule === undefined ? [] : [[texts.schedules.form.work, text]]
}

export function refuseMistake(form: SentForm, entered: EnteredSchedule, problem: string): RefusedSchedule {
  return { ...entered, problem, seen: readSeen(form) }
}

/** The schedule of a connection, or of the cross-checks. */
export function ScheduleForm({ to, isOffered, schedule, hasLists, refused }: ScheduleFormProps) {
  const texts = useTexts()
  const isProposed = schedule === undefined && refused === undefined
  const cron = refused?.cron ?? schedule?.cron ?? (isOffered ? daily : '')
  const timeZone = refused?.timeZone ?? schedule?.timeZone ?? 'UTC'
  const saved = findScheduledWork(schedule)
  const work = refused?.work ?? saved
  const isListed = cron === '' || listRhythms(texts).some((rhythm) => rhythm.cron === cron)
  const isOwn = refused ? refused.rhythm === 'own' : !isListed
  return (
    <section class="sheet" id="schedule" aria-labelledby="schedule-title">
      <h2 id="schedule-title">{texts.labels.schedule}</h2>
      {isProposed && <p class="small">{texts.schedules.form.empty}</p>}
      {schedule?.nextAt !== undefined && (
        <p class="small">{texts.schedules.form.next({ moment: <Moment at={schedule.nextAt} /> })}</p>
      )}
      {schedule?.skippedBecause !== undefined && (
        <p class="alert caution">{texts.schedules.form.skipped({ reason: schedule.skippedBecause })}</p>
      )}
      {/* Of both fields, and one of them is folded away unless it is used. */}
      <Alert says={refused?.problem} id="wrong-schedule" />
      <ChangedMeanwhile now={refused?.now} />
      <PostForm to={to}>
        <SeenField seen={refused?.seen ?? nameSeen(pickSeen(schedule))} />
        <SelectField name="rhythm" label={texts.labels.frequency}>
          <option value="">{texts.schedules.form.manual}</option>
          {listRhythms(texts).map((rhythm) => (
            <option value={rhythm.cron} selected={!isOwn && rhythm.cron === cron}>
              {rhythm.label}
            </option>
          ))}
          <option value="own" selected={isOwn}>
            {texts.schedules.form.useCron}
          </option>
        </SelectField>
        <FormField id="time-zone" label={texts.labels.timeZone} help={texts.schedules.form.timeZoneHelp}>
          <input
            id="time-zone"
            name="time-zone"
            value={timeZone}
            list="time-zones"
            spellcheck={false}
            aria-describedby={refused?.problem ? 'time-zone-help wrong-schedule' : 'time-zone-help'}
            // A listed rhythm is never wrong.
            aria-invalid={refused?.problem && !isOwn ? 'true' : undefined}
            data-own-zone={isProposed ? '' : undefined}
          />
          <datalist id="time-zones">
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
              <option value={zone} />
            ))}
          </datalist>
        </FormField>
        {(hasLists || saved === 'chosen') && (
          <SelectField name="work" label={texts.schedules.form.work}>
            <option value="all">{texts.schedules.form.everything}</option>
            {hasLists && (
              <option value="lists" selected={work === 'lists'}>
                {texts.schedules.form.listsOnly}
              </option>
            )}
            {saved === 'chosen' && (
              <option value="chosen" selected={work === 'chosen'}>
                {texts.schedules.form.unchanged({ work: describeChosenWork(texts, schedule) })}
              </option>
            )}
          </SelectField>
        )}
        <details open={isOwn}>
          <summary>{texts.schedules.form.cron}</summary>
          <FormField
            id="cron"
            label={texts.schedules.form.cron}
            help={texts.schedules.form.cronHelp({ code: <code>30 5 * * 1-5</code> })}
          >
            <input
              id="cron"
              name="cron"
              value={isOwn ? cron : ''}
              spellcheck={false}
              aria-describedby={refused?.problem ? 'cron-help wrong-schedule' : 'cron-help'}
              aria-invalid={refused?.problem && isOwn ? 'true' : undefined}
            />
          </FormField>
        </details>
        <FormActions submit={isProposed ? texts.schedules.form.button : texts.actions.save} looks="quiet" />
      </PostForm>
    </section>
  )
}

function findScheduledWork({ checks, inventories }: Partial<Schedule> = {}): ScheduledWork {
  if (checks !== undefined) return 'chosen'
  return inventories === undefined ? 'all' : 'lists'
}

function describeChosenWork(texts: Texts, { checks = [], inventories = [] }: Partial<Schedule> = {}): string {
  const parts = [
    texts.counts.checks({ count: checks.length }),
    inventories.length > 0 && texts.counts.lists({ count: inventories.length }),
  ]
  return texts.format.list(parts.filter((part) => part !== false))
}
