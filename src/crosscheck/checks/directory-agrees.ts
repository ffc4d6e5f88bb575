import { boundControls } from '../../define/index.ts'
import type { CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { type Employment, judgeEmployment } from '../define/judge-employment.ts'
import type { Person, PersonRecord } from '../define/person.ts'
import {
  describeEnd,
  graceBound,
  graceDays,
  namePerson,
  pickPersonEvidence,
  toPersonResource,
} from './account-rules.ts'
import { type ResourceVerdict, reportVerdict, undecide } from './report-verdict.ts'

/** The sources of the directory agree. */
export const directoryAgrees = defineCrossCheck({
  id: 'directory-agrees',
  title: 'The sources of the directory agree on who works here',
  description:
    'Compares what the sources of people say of each person. Somebody whom the personnel system has let go, and the identity provider still lists, can go on signing in.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.16', 'iso27001:A.5.18'], graceBound),
  states: ['accounts-follow-directory'],
  tags: ['people'],
  needs: { people: 'directory' },
  variables: [graceDays],
  async run(ctx) {
    if (ctx.sources.length < 2) {
      const [only] = ctx.sources
      if (only) {
        const resource = { type: 'connection', id: only.connectionId, name: only.name }
        ctx.notApplicable({ resource, title: `${only.name} is the only source of people` })
      }
    }
    for await (const person of ctx.people()) {
      // An account that was suspended is not missed by anybody.
      const isMissed = person.unlisted !== undefined && person.status !== 'left'
      if (person.others.length === 0 && !isMissed) continue
      reportVerdict(ctx, toPersonResource(person), judgePerson(person, ctx), () => ({
        person: pickPersonEvidence(person),
        others: person.others.map(showRecord),
      }))
    }
  },
})

type DirectoryContext = CrossCheckContext<{ readonly grace_days: number }>

function judgePerson(person: Person, { variables, complete }: DirectoryContext): ResourceVerdict {
  if (person.unlisted !== undefined && person.others.length === 0)
    return complete
      ? {
          status: 'manual',
          title: `Only ${person.sourceName} lists ${namePerson(person)}`,
          description: `${person.unlisted} Find out who they are: enter them there, or end their access in ${person.sourceName}.`,
        }
      : undecide(person.unlisted)
  const outcomes = person.others.map((other) => compareRecords(person, other, variables.grace_days))
  const name = namePerson(person)
  const failing = outcomes.find(({ is }) => is === 'still there')
  if (failing && person.doubles)
    return {
      status: 'manual',
      title: `${name} ${failing.says}`,
      description: `The directory has a second record that may be theirs: ${person.doubles.join(', ')}. Find out which of them ${failing.where} means, and link it to that one.`,
    }
  if (failing)
    return {
      status: 'fail',
      title: `${name} ${failing.says}`,
      remediation: `End the access of ${name} in ${failing.where}, or correct ${person.sourceName}.`,
    }
  const undecided = outcomes.find(({ is }) => is === 'unknown')
  if (undecided) return undecide(undecided.says)
  const review = outcomes.find(({ is }) => is === 'gone there')
  if (review)
    return {
      status: 'manual',
      title: `${name} ${review.says}`,
      description: `Find out which of ${person.sourceName} and ${review.where} is right, and correct the other one.`,
    }
  return { status: 'pass', title: `All sources say the same of ${name}` }
}

interface RecordComparison {
  readonly is: 'same' | 'still there' | 'gone there' | 'unknown'
  readonly says: string
  readonly where: string
}

function compareRecords(person: Person, other: PersonRecord, days: number): RecordComparison {
  const where = other.sourceName
  const deciding = judgeEmployment(person, other.readAtMs, days)
  // What a source says of somebody whom it does not decide about: its own word at its own time.
  const there = judgeEmployment(other, Math.max(other.readAtMs, person.readAtMs), days)
  // Since when the other source says so makes no difference, once the first one is sure.
  if (deciding.is === 'left' && there.is === 'leaving') return { is: 'same', says: '', where }
  const unknown = [deciding, there].find(isUndecided)
  if (unknown) return { is: 'unknown', says: unknown.because, where }
  if (deciding.is === 'left')
    return there.is === 'left'
      ? { is: 'same', says: '', where }
      : { is: 'still there', says: `${describeEnd(deciding)}, and ${where} still lists them as active`, where }
  return there.is === 'left'
    ? { is: 'gone there', says: `works here by ${person.sourceName}, and not by ${where}`, where }
    : { is: 'same', says: '', where }
}

function isUndecided(employment: Employment): employment is Extract<Employment, { readonly because: string }> {
  return employment.is === 'unknown' || employment.is === 'leaving'
}

function showRecord({ id, kind, status, endsAt, sourceName }: PersonRecord): object {
  return { id, kind, status, endsAt, source: sourceName }
}
