import { boundControls } from '../../define/index.ts'
import { countDays, readTime } from '../../questions/rules/facts.ts'
import { readCompletion } from '../../questions/rules/read-completion.ts'
import type { CrossCheckContext, OwnedEntry } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { judgeEmployment, mayHaveLeft, readDayStartMs } from '../define/judge-employment.ts'
import type { Person } from '../define/person.ts'
import { namePerson, pickPersonEvidence, toPersonResource } from './account-rules.ts'
import { type Claim, type CombinedClaim, PersonClaims } from './person-claims.ts'
import { findOldestMs, type ResourceVerdict, reportVerdict, showTime, undecide } from './report-verdict.ts'

const dayMs = 86_400_000
const maxAgeDays = 400
const maxStartDays = 90

/** Everybody who works here was trained. */
export const trainingOfEveryone = defineCrossCheck({
  id: 'training-of-everyone',
  title: 'Everybody who works here was trained',
  description:
    'Compares the directory with the trainings that people completed. A training system knows only those whom somebody entered there: this finds people whom everybody forgot.',
  severity: 'medium',
  controls: boundControls(['soc2:CC1.4', 'iso27001:A.6.3', 'hipaa:164.308(a)(5)'], {
    max_age_days: { max: maxAgeDays },
    days_to_complete: { max: maxStartDays },
  }),
  states: [{ 'people-trained': { age: 'max_age_days' } }],
  tags: ['people', 'training'],
  needs: { people: 'directory', training: 'every' },
  variables: [
    {
      id: 'max_age_days',
      label: 'Longest time since somebody completed a training, days',
      type: 'number',
      default: 365,
      min: 1,
      max: maxAgeDays,
    },
    {
      id: 'days_to_complete',
      label: 'Days after the first day in which people complete it',
      type: 'number',
      default: 30,
      min: 0,
      max: maxStartDays,
    },
    {
      id: 'course',
      label: 'Only this course',
      helpText: 'Its name, letter by letter. Left empty, every course counts.',
      type: 'text',
      default: '',
    },
  ],
  async run(ctx) {
    const oldestMs = findOldestMs(ctx, 'training')
    // Where nobody lists trainings, nobody lacks one.
    if (Number.isNaN(oldestMs)) {
      const resource = { type: 'inventory', id: 'training', name: 'Trainings' }
      ctx.undecided({
        resource,
        because: 'No list of trainings can be read. Connect a system that has one.',
        kind: 'config',
      })
      return
    }
    const claims = await PersonClaims.open('completed training', ctx.people())
    for await (const entry of ctx.training()) {
      const claim = readTraining(entry, ctx)
      if (claim) claims.add(entry.owner, claim)
    }
    for await (const person of ctx.people()) {
      const state = claims.find(person) ?? { count: 0 }
      const verdict = judgePerson(person, state, { ctx, claims, oldestMs })
      if (verdict)
        reportVerdict(ctx, toPersonResource(person), verdict, () => ({
          person: pickPersonEvidence(person),
          trainings: state.count,
          completedAt: showTime(state.best?.atMs),
          on: state.best?.atMs === undefined ? undefined : state.best.where,
        }))
    }
  },
})

type TrainingContext = CrossCheckContext<{
  readonly max_age_days: number
  readonly days_to_complete: number
  readonly course: string
}>

/** Undefined for another course. */
function readTraining(
  { connection, record }: OwnedEntry<'training'>,
  { variables, now }: TrainingContext,
): Claim | undefined {
  const where = connection.name
  const { course } = variables
  if (course !== '' && typeof record.course === 'string' && record.course !== course) return undefined
  const isCompleted = readCompletion(record, now)
  if (isCompleted === false) return { is: 'against', where }
  if (course !== '' && typeof record.course !== 'string')
    return { is: 'unknown', because: `${where} does not say which course a training is of.` }
  const completedMs = readTime(record.completedAt, now)
  if (isCompleted === undefined || typeof completedMs !== 'number')
    return {
      is: 'unknown',
      because: `${where} does not say ${isCompleted ? 'when' : 'whether'} ${record.name ?? record.id} was completed.`,
    }
  const isOld = countDays(completedMs, connection.readAt) > variables.max_age_days
  return { is: isOld ? 'against' : 'for', atMs: completedMs, where }
}

interface TrainingCase {
  readonly ctx: TrainingContext
  readonly claims: PersonClaims
  readonly oldestMs: number
}

function judgePerson(
  person: Person,
  { best, doubt, count }: CombinedClaim,
  { ctx, claims, oldestMs }: TrainingCase,
): ResourceVerdict | undefined {
  const { sourceName, startsAt } = person
  const name = namePerson(person)
  const employment = judgeEmployment(person, oldestMs, 0)
  if (employment.is === 'left') return undefined
  if (employment.is === 'not begun') return { status: 'notApplicable', title: `${name} begins later` }
  if (best?.is === 'for')
    return { status: 'pass', title: `${name} completed a training on ${showTime(best.atMs)?.slice(0, 10)}` }
  if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
  // Training systems forget people who left.
  if (mayHaveLeft(person, ctx.now.getTime()))
    return undecide(`The last day of ${name} was ${person.endsAt}, and a list of trainings may not show them any more.`)
  if (person.status === 'onLeave') return { status: 'notApplicable', title: `${name} is on leave` }
  const startMs = readDayStartMs(startsAt)
  const untilMs = startMs === undefined ? undefined : startMs + (ctx.variables.days_to_complete + 1) * dayMs
  if (untilMs !== undefined && oldestMs < untilMs)
    return {
      status: 'notApplicable',
      title: `${name} began on ${startsAt}, and has ${ctx.variables.days_to_complete} days for the training`,
    }
  if (doubt !== undefined) return undecide(doubt)
  if (!ctx.complete) return undecide('Not every list is complete, and it may not show a training that was completed.')
  if (count === 0 && person.email === undefined)
    return undecide(`${sourceName} does not say the address of ${name}, by which trainings are found.`)
  const obstacle = claims.findObstacle(person)
  if (obstacle?.status === 'undecided') return undecide(obstacle.because)
  const lacking =
    best?.atMs === undefined
      ? `${name} has completed no training`
      : `${name} completed a training last on ${showTime(best.atMs)?.slice(0, 10)}`
  if (obstacle)
    return {
      status: 'manual',
      title: `${lacking}, as far as anybody knows`,
      description: `${obstacle.because} Correct the addresses in the list of trainings, or ask ${name}.`,
    }
  if (untilMs === undefined) return undecide(`${lacking}, and ${sourceName} does not say when ${name} began.`)
  return {
    status: 'fail',
    title: lacking,
    remediation: `Assign the training to ${name}, and see that it is completed.`,
  }
}
