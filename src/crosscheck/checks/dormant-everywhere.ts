import { boundControls } from '../../define/index.ts'
import { countDays, readTime } from '../../questions/rules/facts.ts'
import { countNoun } from '../../text/count-noun.ts'
import type { AccountEntry, CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { judgeEmployment } from '../define/judge-employment.ts'
import type { Person } from '../define/person.ts'
import { namePerson, pickPersonEvidence, readAccountStatus, toPersonResource } from './account-rules.ts'
import { type Claim, type CombinedClaim, PersonClaims } from './person-claims.ts'
import { findOldestMs, type ResourceVerdict, reportVerdict, showTime, undecide } from './report-verdict.ts'

const maxIdleDays = 180

/** Everybody who works here uses the access that they have. */
export const dormantEverywhere = defineCrossCheck({
  id: 'dormant-everywhere',
  title: 'Everybody who has access uses it somewhere',
  description:
    'Looks for people who work here, and have used none of their accounts on any system. Some of them left without notice, and their access stays. If a stranger takes over such an account, nobody notices.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_idle_days: { max: maxIdleDays },
  }),
  states: [{ 'unused-accounts-removed': { idle: 'max_idle_days' } }],
  tags: ['people', 'accounts'],
  needs: { people: 'directory', accounts: 'every' },
  variables: [
    {
      id: 'max_idle_days',
      label: 'Longest time without activity anywhere, days',
      type: 'number',
      default: 90,
      min: 1,
      max: maxIdleDays,
    },
  ],
  async run(ctx) {
    const claims = await PersonClaims.open('used account', ctx.people())
    const inUse = new Set<string>()
    for await (const piece of ctx.accountPieces())
      for (const entry of piece) {
        const claim = readUse(entry, ctx)
        if (claim === undefined) continue
        claims.add(entry.owner, claim)
        if (entry.owner.is === 'person' && readAccountStatus(entry.account) === 'active')
          inUse.add(entry.owner.person.id)
      }
    const oldestMs = findOldestMs(ctx, 'account')
    for await (const person of ctx.people()) {
      const state = claims.find(person)
      const verdict = state && judgePerson(person, state, { ctx, claims, oldestMs, isInUse: inUse.has(person.id) })
      if (verdict)
        reportVerdict(ctx, toPersonResource(person), verdict, () => ({
          person: pickPersonEvidence(person),
          accounts: state.count,
          lastActiveAt: showTime(state.best?.atMs),
          on: state.best?.atMs === undefined ? undefined : state.best.where,
        }))
    }
  },
})

type DormantContext = CrossCheckContext<{ readonly max_idle_days: number }>

/** Undefined for an account that nobody can use now, and was not used lately. */
function readUse({ connection, account }: AccountEntry, { variables, now }: DormantContext): Claim | undefined {
  const status = readAccountStatus(account)
  const where = connection.name
  const activeMs = readTime(account.lastActiveAt, now)
  const isLate = (ms: number) => countDays(ms, connection.readAt) > variables.max_idle_days
  if (typeof activeMs === 'number' && !isLate(activeMs)) return { is: 'for', atMs: activeMs, where }
  if (status === 'deleted' || status === 'suspended' || status === 'invited') return undefined
  if (activeMs === undefined)
    return { is: 'unknown', because: `${where} does not say when the account was last active.` }
  if (activeMs !== null) return { is: 'against', atMs: activeMs, where }
  // It was never used. While it is new, it need not be.
  const createdMs = readTime(account.createdAt, now)
  if (typeof createdMs !== 'number' || createdMs > connection.readAt.getTime())
    return { is: 'unknown', because: `${where} says that the account was never active, and not when it was created.` }
  return isLate(createdMs) ? { is: 'against', where } : { is: 'for', where }
}

interface DormantCase {
  readonly ctx: DormantContext
  readonly claims: PersonClaims
  readonly oldestMs: number
  /** Whether an account is surely active. */
  readonly isInUse: boolean
}

function judgePerson(
  person: Person,
  { best, doubt }: CombinedClaim,
  { ctx, claims, oldestMs, isInUse }: DormantCase,
): ResourceVerdict | undefined {
  const name = namePerson(person)
  const employment = judgeEmployment(person, oldestMs, 0)
  // That is a matter of "leavers".
  if (employment.is === 'left') return undefined
  if (best?.is === 'for')
    return {
      status: 'pass',
      title:
        best.atMs === undefined
          ? `${name} has a new account on ${best.where}`
          : `${name} used ${best.where} on ${showTime(best.atMs)?.slice(0, 10)}`,
    }
  if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
  if (employment.is === 'not begun') return { status: 'notApplicable', title: `${name} begins later` }
  if (person.status === 'onLeave') return { status: 'notApplicable', title: `${name} is on leave` }
  if (doubt !== undefined) return undecide(doubt)
  if (!ctx.complete) return undecide('Not every list is complete, and an account that it does not show may be in use.')
  const obstacle = claims.findObstacle(person)
  const idle = `${name} used none of their accounts for ${countNoun(ctx.variables.max_idle_days, 'day')}`
  if (obstacle?.status === 'undecided') return undecide(obstacle.because)
  if (obstacle)
    return {
      status: 'manual',
      title: `${idle}, as far as anybody knows`,
      description: `${obstacle.because} Link the accounts of nobody first, or ask ${name}.`,
    }
  if (!isInUse) return undecide(`${idle}, and no system says whether one of them is active.`)
  return {
    status: 'fail',
    title: best?.atMs === undefined ? `${name} never used any of their accounts` : idle,
    remediation: `Ask whether ${name} needs the accounts, and suspend the others. If ${name} left, enter it in ${person.sourceName}.`,
  }
}
