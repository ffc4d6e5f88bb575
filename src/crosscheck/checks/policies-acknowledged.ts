import { boundControls } from '../../define/index.ts'
import type { AcknowledgementEntry, CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import type { CrossCheckPolicy } from '../define/inputs.ts'
import { judgeEmployment, mayHaveLeft, readDayStartMs } from '../define/judge-employment.ts'
import type { Person } from '../define/person.ts'
import { namePerson, pickPersonEvidence, toPersonResource } from './account-rules.ts'
import { type Claim, PersonClaims } from './person-claims.ts'
import { type ResourceVerdict, reportVerdict, undecide } from './report-verdict.ts'

const dayMs = 86_400_000
const maxDays = 90

/** Everybody who works here has acknowledged the policies that hold. */
export const policiesAcknowledged = defineCrossCheck({
  id: 'policies-acknowledged',
  title: 'Everybody who works here has acknowledged the policies that hold',
  description:
    'Compares the directory with the acknowledgements of policies. It fails for each person who works here and has not acknowledged the version of a policy that holds, after some days.',
  severity: 'medium',
  controls: boundControls(['soc2:CC2.2', 'iso27001:A.5.1'], { days_to_acknowledge: { max: maxDays } }),
  states: [{ 'policies-acknowledged': { days: 'days_to_acknowledge' } }],
  tags: ['people', 'policies'],
  needs: { people: 'directory', policies: 'published' },
  variables: [
    {
      id: 'days_to_acknowledge',
      label: 'Days to acknowledge a version',
      helpText: 'From the day on which it was published, or from the first day of somebody who began later.',
      type: 'number',
      default: 30,
      min: 0,
      max: maxDays,
    },
  ],
  async run(ctx) {
    const { policies } = ctx
    // Where nothing holds, nobody lacks an acknowledgement.
    if (policies.length === 0) {
      const resource = { type: 'inventory', id: 'policies', name: 'Policies' }
      ctx.undecided({ resource, because: 'No policy is published. Write one, and publish it.', kind: 'config' })
      return
    }
    const claims = new Map<string, PersonClaims>()
    for (const { versionId } of policies)
      claims.set(versionId, await PersonClaims.open('acknowledgement', ctx.people()))
    for await (const entry of ctx.acknowledgements())
      claims.get(entry.versionId)?.add(entry.owner, readAcknowledgement(entry))
    for await (const person of ctx.people()) {
      const verdicts = policies.map((policy) => judgePolicy(person, policy, claims.get(policy.versionId), ctx))
      const verdict = judgePerson(person, verdicts, ctx)
      if (verdict)
        reportVerdict(ctx, toPersonResource(person), verdict, () => ({
          person: pickPersonEvidence(person),
          policies: verdicts.map(({ policy, is, atMs }) => ({
            id: policy.id,
            name: policy.name,
            number: policy.number,
            publishedAt: policy.publishedAt,
            state: is,
            acknowledgedAt: atMs === undefined ? undefined : new Date(atMs).toISOString(),
          })),
        }))
    }
  },
})

type PoliciesContext = CrossCheckContext<{ readonly days_to_acknowledge: number }>

/** How a person stands to the version of a policy that holds. */
interface PolicyVerdict {
  readonly policy: CrossCheckPolicy
  readonly is: 'acknowledged' | 'in time' | 'lacking' | 'manual' | 'undecided'
  /** When it was acknowledged, epoch ms. */
  readonly atMs?: number | undefined
  /** Of what nobody can tell, or a person has to decide. */
  readonly because?: string | undefined
}

function readAcknowledgement({ atMs }: AcknowledgementEntry): Claim {
  return { is: 'for', atMs, where: 'Policies' }
}

function judgePolicy(
  person: Person,
  policy: CrossCheckPolicy,
  claims: PersonClaims | undefined,
  { variables, now, complete }: PoliciesContext,
): PolicyVerdict {
  const { best, doubt } = claims?.find(person) ?? {}
  if (best?.is === 'for') return { policy, is: 'acknowledged', atMs: best.atMs }
  const publishedMs = Date.parse(policy.publishedAt)
  const startMs = readDayStartMs(person.startsAt)
  const untilMs = Math.max(publishedMs, startMs ?? publishedMs) + (variables.days_to_acknowledge + 1) * dayMs
  if (now.getTime() < untilMs) return { policy, is: 'in time' }
  const undecided = (because: string): PolicyVerdict => ({ policy, is: 'undecided', because })
  if (doubt !== undefined) return undecided(doubt)
  if (!complete)
    return undecided(
      'Not every source of people is complete, and somebody else may have the address of an acknowledgement.',
    )
  if (person.email === undefined)
    return undecided(
      `${person.sourceName} does not say the address of ${namePerson(person)}, by which acknowledgements are found.`,
    )
  const obstacle = claims?.findObstacle(person)
  if (obstacle) return { policy, is: obstacle.status, because: obstacle.because }
  const double = person.doubles?.find((id) => claims?.find({ id })?.best?.is === 'for')
  if (double !== undefined)
    return { policy, is: 'manual', because: `The record ${double} has acknowledged it, and may be of the same person.` }
  if (startMs === undefined)
    return undecided(`${person.sourceName} does not say when ${namePerson(person)} began, who may still have time.`)
  return { policy, is: 'lacking' }
}

function judgePerson(
  person: Person,
  verdicts: readonly PolicyVerdict[],
  { now }: PoliciesContext,
): ResourceVerdict | undefined {
  const name = namePerson(person)
  const nowMs = now.getTime()
  const employment = judgeEmployment(person, nowMs, 0)
  if (employment.is === 'left') return undefined
  if (employment.is === 'not begun') return { status: 'notApplicable', title: `${name} begins later` }
  if (verdicts.every(({ is }) => is === 'acknowledged'))
    return { status: 'pass', title: `${name} has acknowledged ${namePolicies(verdicts)}` }
  if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
  if (mayHaveLeft(person, nowMs))
    return undecide(`The last day of ${name} was ${person.endsAt}, and they may have left.`)
  if (person.status === 'onLeave') return { status: 'notApplicable', title: `${name} is on leave` }
  const lacking = verdicts.filter(({ is }) => is === 'lacking')
  if (lacking.length > 0)
    return {
      status: 'fail',
      title: `${name} has not acknowledged ${namePolicies(lacking)}`,
      remediation: `Ask ${name} to read and acknowledge it: on the page of the policy, or by a letter.`,
    }
  const undecided = verdicts.find(({ is }) => is === 'undecided')
  if (undecided) return undecide(undecided.because ?? '')
  const manual = verdicts.find(({ is }) => is === 'manual')
  if (manual)
    return {
      status: 'manual',
      title: `${name} has not acknowledged ${namePolicies([manual])}, as far as anybody knows`,
      description: `${manual.because} Find out whose it is, and confirm the address, or ask ${name} to acknowledge it again.`,
    }
  const open = verdicts.filter(({ is }) => is === 'in time')
  return { status: 'notApplicable', title: `${name} still has time for ${namePolicies(open)}` }
}

/** Names of policies that a title has. */
const namesMax = 3

function namePolicies(verdicts: readonly PolicyVerdict[]): string {
  const names = verdicts.map(({ policy }) => `${policy.name} (version ${policy.number})`)
  const more = names.length - namesMax
  return (more > 0 ? [...names.slice(0, namesMax), `${more} more`] : names).join(', ')
}
