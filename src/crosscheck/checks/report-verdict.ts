import type { InventoryKind, Resource } from '../../define/index.ts'
import type { AccountEntry, CrossCheckContext } from '../define/cross-check.ts'
import type { Owner } from '../define/owner.ts'
import { nameAccount, namePerson, pickAccountEvidence, readAccountStatus, toAccountResource } from './account-rules.ts'

/** What a cross-check comes to for one resource. */
export type ResourceVerdict =
  | { readonly status: 'pass' | 'notApplicable'; readonly title: string }
  | { readonly status: 'fail'; readonly title: string; readonly remediation: string }
  | { readonly status: 'manual'; readonly title: string; readonly description: string }
  | { readonly status: 'undecided'; readonly because: string }

/** The parts of the context that results go to. */
export type VerdictSink = Pick<CrossCheckContext, 'pass' | 'fail' | 'manual' | 'notApplicable' | 'undecided'>

/** A question that has no answer. */
export function undecide(because: string): ResourceVerdict {
  return { status: 'undecided', because }
}

/** A person has to decide whose an account is. */
function askOwner(entry: AccountEntry, because: string): ResourceVerdict {
  return {
    status: 'manual',
    title: `Whose is ${nameAccount(entry)}?`,
    description: `${because} Link the account to a person, to a service with an owner, or take it out of scope with a reason.`,
  }
}

/** What follows from whose an account is where no person has it. Nobody who left can use a service by somebody who works here. */
export function judgeWithoutPerson(
  entry: AccountEntry,
  owner: Exclude<Owner, { readonly is: 'person' }>,
): ResourceVerdict {
  switch (owner.is) {
    case 'unknown':
      return undecide(owner.because)
    case 'ambiguous':
    case 'nobody':
      return askOwner(entry, owner.because)
    case 'out-of-scope':
      return { status: 'notApplicable', title: `${nameAccount(entry)} was taken out of scope` }
    case 'service':
      return {
        status: 'pass',
        title: `${nameAccount(entry)} is a service, and ${namePerson(owner.owner)} answers for it`,
      }
  }
}

/** Reports a verdict. @param evidence what it rests on; made only where it is kept */
export function reportVerdict(
  sink: VerdictSink,
  resource: Resource,
  verdict: ResourceVerdict,
  evidence: () => object,
): void {
  if (verdict.status === 'undecided') sink.undecided({ resource, because: verdict.because })
  else {
    const { status, title } = verdict
    const shared = { resource, title, evidence: evidence() }
    if (status === 'fail') sink.fail({ ...shared, remediation: verdict.remediation })
    else if (status === 'manual') sink.manual({ ...shared, description: verdict.description })
    else sink[status](shared)
  }
}

export interface AccountJudge<Context> {
  /** Undefined: the cross-check has nothing to say of the account. It is pure. */
  judge(entry: AccountEntry, ctx: Context): ResourceVerdict | undefined
  /** Members of the account that its evidence has beside the usual ones. */
  readonly members?: readonly (keyof AccountEntry['account'] & string)[]
}

/** Judges all accounts in use. Those that are deleted have no result, and those that nobody can use are not applicable. */
export async function judgeAccounts<Context extends CrossCheckContext<unknown>>(
  ctx: Context,
  { judge, members }: AccountJudge<Context>,
): Promise<void> {
  for await (const piece of ctx.accountPieces())
    for (const entry of piece) {
      const status = readAccountStatus(entry.account)
      if (status === 'deleted') continue
      const verdict = judge(entry, ctx)
      if (verdict)
        reportVerdict(ctx, toAccountResource(entry), settleUnused(entry, status) ?? verdict, () =>
          pickAccountEvidence(entry, members),
        )
    }
}

/** When reading the oldest list of a kind began, epoch ms; NaN if there is none. */
export function findOldestMs({ lists }: CrossCheckContext<unknown>, kind: InventoryKind): number {
  const times = lists.flatMap(({ of, connection }) => (of === kind ? connection.readAt.getTime() : []))
  return times.length === 0 ? Number.NaN : Math.min(...times)
}

/** As evidence has it: null for what never happened. */
export function showTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}

function settleUnused(entry: AccountEntry, status: string): ResourceVerdict | undefined {
  if (status === 'suspended') return { status: 'notApplicable', title: `${nameAccount(entry)} is suspended` }
  return entry.owner.is === 'out-of-scope' ? judgeWithoutPerson(entry, entry.owner) : undefined
}
