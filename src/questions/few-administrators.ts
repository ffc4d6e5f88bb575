import type { BaseContext, Check, Inventory } from '../define/index.ts'
import { type AnyOptions, askQuestion, writeText } from './rules/ask-question.ts'
import { findEdgeRule } from './rules/edge-rules.ts'
import { explainUnknown, nameRecord, readFlag, readLimit } from './rules/facts.ts'
import type { Asked, CommonOptions, JudgeContext, QuestionData, QuestionRecord, Text } from './rules/question.ts'

/** How many administrators there are: at least those that are known, at most those and the ones that may be. */
export interface AdministratorCount {
  /** Names, in the order of the list. */
  readonly known: readonly string[]
  /** Accounts of which nobody knows, and why of the first. */
  readonly unknown: number
  readonly because?: string | undefined
  readonly most: number
  readonly fewest: number
}

export interface FewAdministratorsOptions<Role extends string | undefined = string | undefined>
  extends Omit<
    CommonOptions<AdministratorCount, 'max_administrators' | 'min_administrators'>,
    'resourceId' | 'resourceType'
  > {
  /** Counts who has this role, as the vendor names it, in place of `administrator`. */
  readonly role?: Role | undefined
  /** What results call them: `Owners`. @default 'Administrators', or the accounts with the role */
  readonly plural?: string | undefined
  /** What the administrators administer. @default 'organization' */
  readonly resourceType?: string | undefined
  /** @default the resource type */
  readonly resourceId?: string | ((ctx: BaseContext) => string) | undefined
  /** What to do at this vendor. @default words that fit every vendor */
  readonly remediation?: Text<AdministratorCount> | undefined
}

type AccountQuestion = QuestionData & { readonly of: 'account' }

export const fewAdministratorsQuestion: AccountQuestion = {
  name: 'fewAdministrators',
  of: 'account',
  reads: ['administrator'],
  readsWhereKnown: [],
  failsWhen:
    'there are more, or fewer than `min_administrators`. With the option `role` it reads `roles` in place of `administrator`. It has one result. If those that are unknown could make the difference, it is undecided',
  id: 'few-administrators',
  title: 'There are few administrators',
  description:
    'Counts the accounts that may manage members, roles or sign-in. Each of them can give anybody access. You need at least one to take access away.',
  severity: 'medium',
  controls: ['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'],
  states: [{ 'few-administrators': { most: 'max_administrators', fewest: 'min_administrators' } }],
  tags: ['least-privilege', 'administrators'],
  resourceType: 'organization',
  variables: [
    {
      variable: { id: 'max_administrators', label: 'Most administrators', type: 'number', default: 5, min: 1 },
      bound: { max: 5 },
    },
    {
      variable: { id: 'min_administrators', label: 'Fewest administrators', type: 'number', default: 1, min: 1 },
      bound: { min: 1 },
    },
  ],
  remediation: 'Take the role from those who do not need it.',
}

/** Whether an account is an administrator; undefined where it may be one. */
export function readAdministrator(
  record: QuestionRecord<'account'>,
  role: string | undefined,
  context: JudgeContext,
): { readonly is: boolean } | { readonly is: undefined; readonly because: string } {
  const rule = findEdgeRule(fewAdministratorsQuestion, record, context)
  if (rule !== undefined && rule.consequence !== 'in doubt') return { is: false }
  const roles: unknown = record.roles
  const is =
    role === undefined ? readFlag(record.administrator) : Array.isArray(roles) ? roles.includes(role) : undefined
  if (is === undefined)
    return { is, because: explainUnknown(record, role === undefined ? 'administrator' : 'roles', context) }
  if (is && rule !== undefined) return { is: undefined, because: explainUnknown(record, rule.says, context) }
  return { is }
}

type CountVerdict =
  | { readonly status: 'pass' | 'fail'; readonly title: string; readonly evidence: object }
  | { readonly status: 'undecided'; readonly because: string }

/** What a count comes to. @param isWhole whether the list shows every account */
export function judgeAdministrators(
  { known, unknown, because, most, fewest }: AdministratorCount,
  isWhole: boolean,
  role?: string,
  plural = role === undefined ? 'Administrators' : `Accounts with the role ${role}`,
): CountVerdict {
  const count = known.length
  const allowed = `${fewest} to ${most} are allowed`
  const evidence = {
    role,
    administrators: known.slice(0, countedNamesMax).sort(),
    count,
    unknown,
  }
  if (count > most)
    return { status: 'fail', title: `${plural}: ${isWhole ? count : `${count} or more`}; ${allowed}`, evidence }
  if (!isWhole) return { status: 'undecided', because: 'The list of accounts is not complete.' }
  if (count + unknown < fewest) return { status: 'fail', title: `${plural}: ${count + unknown}; ${allowed}`, evidence }
  if (count >= fewest && count + unknown <= most) {
    const title = unknown === 0 ? `${plural}: ${count}` : `${plural}: ${count} to ${count + unknown}`
    return { status: 'pass', title, evidence }
  }
  const between = `${plural}: ${count} to ${count + unknown}; ${allowed}.`
  return { status: 'undecided', because: because === undefined ? between : `${between} ${because}` }
}

/** Names that the evidence of a count shows. */
export const countedNamesMax = 100

/**
 * There are few administrators, and at least one. It has one result. The variables `max_administrators` and `min_administrators`
 * are 5 and 1.
 * @throws DefinitionError that lists every mistake
 * @example
 * fewAdministrators(accounts, { id: 'few-owners', role: 'owner', plural: 'Owners', variables: { max_administrators: 'max_owners' } })
 */
export function fewAdministrators<Id extends string, const Role extends string | undefined = undefined>(
  accounts: Inventory<'account', [Role] extends [string] ? 'roles' : 'administrator', Id>,
  options: FewAdministratorsOptions<Role> = {},
): Check<Id> {
  const { role, plural, remediation, resourceType, resourceId, ...common } = options
  const question: AccountQuestion =
    role === undefined ? fewAdministratorsQuestion : { ...fewAdministratorsQuestion, reads: ['roles'] }
  return askQuestion(question, accounts, common as AnyOptions, async (asked) => {
    const isWhole = asked.records.complete
    const counted = await countAdministrators(asked, role, isWhole)
    if (counted.seen === 0) return
    const { ctx } = asked
    const type = resourceType ?? question.resourceType
    const resource = { type, id: typeof resourceId === 'function' ? resourceId(ctx) : (resourceId ?? type) }
    const judgement = judgeAdministrators(counted, isWhole, role, plural)
    if (judgement.status === 'undecided') ctx.undecided({ resource, because: judgement.because })
    else {
      const { status, title, evidence } = judgement
      if (status === 'pass') ctx.pass({ resource, title, evidence })
      else ctx.fail({ resource, title, remediation: writeText(remediation, counted, ctx, adviseOn(counted)), evidence })
    }
  })
}

function adviseOn({ known, most }: AdministratorCount): string {
  return known.length > most
    ? (fewAdministratorsQuestion.remediation ?? '')
    : 'Make another person administrator, for the day on which the others cannot sign in.'
}

async function countAdministrators(
  { records, context }: Asked<'account'>,
  role: string | undefined,
  isWhole: boolean,
): Promise<AdministratorCount & { readonly seen: number }> {
  const [most, fewest] = [readLimit(context, 'max_administrators'), readLimit(context, 'min_administrators')]
  const known: string[] = []
  let unknown = 0
  let seen = 0
  let because: string | undefined
  for await (const record of records) {
    seen++
    const administrator = readAdministrator(record, role, context)
    if (administrator.is === true) known.push(nameRecord(record))
    if (administrator.is === undefined) {
      unknown++
      because ??= administrator.because
    }
    // The rest of a list that is not whole changes nothing, and its end would say that nothing can be told.
    if (!isWhole && known.length > most) break
  }
  return { known, unknown, most, fewest, seen, because }
}
