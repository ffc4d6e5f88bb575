import type { InventoryKind } from '../../define/index.ts'
import { explainUnknown, nameRecord, readFlag, readTime, readWord } from './facts.ts'
import type { JudgeContext, QuestionRecord, RecordQuestion, RecordVerdict } from './question.ts'

/**
 * What becomes of a record before its facts are looked at:
 * - `no result`: it is not there any more;
 * - `not applicable`: the result says why;
 * - `in doubt`: a good fact passes, and a bad one is undecided.
 */
export type Consequence = 'no result' | 'not applicable' | 'in doubt'

/** A rule that all questions about a kind have in common. */
export interface EdgeRule<Of extends InventoryKind = InventoryKind> {
  readonly of: Of
  /** Which records it is about, for people. */
  readonly where: string
  readonly consequence: Consequence
  /** Names of the questions that judge the record all the same. @default none */
  readonly except?: readonly string[]
  /** Names of the only questions that it is about. @default all */
  readonly only?: readonly string[]
  /** After the name of the record: "is suspended". In doubt: the member that is not known. */
  readonly says: string
  isAbout(record: QuestionRecord<Of>, context: JudgeContext): boolean
}

const hasStatus = (status: string) => (record: QuestionRecord<'account'>) =>
  readWord('account', 'status', record.status) === status
const hasKind = (kind: string) => (record: QuestionRecord<'account'>) =>
  readWord('account', 'kind', record.kind) === kind
const hasState = (status: string) => (record: QuestionRecord<'vulnerability'>) =>
  readWord('vulnerability', 'status', record.status) === status

/** Every rule. The first that is about a record, and not in doubt, decides. Accounts of kind `shared` and `unknown` are as persons. */
export const edgeRules: readonly EdgeRule[] = [
  defineRule('account', {
    where: '`status: deleted`',
    consequence: 'no result',
    says: 'is deleted',
    isAbout: hasStatus('deleted'),
  }),
  defineRule('account', {
    where: '`status: suspended`',
    consequence: 'not applicable',
    says: 'is suspended',
    isAbout: hasStatus('suspended'),
  }),
  defineRule('account', {
    where: '`status: invited`',
    consequence: 'not applicable',
    except: ['invitationsPending', 'fewAdministrators', 'knownDomains'],
    says: 'has not accepted the invitation',
    isAbout: hasStatus('invited'),
  }),
  defineRule('account', {
    where: '`kind: service`',
    consequence: 'not applicable',
    except: ['fewAdministrators', 'staleAccounts', 'serviceAccountsKnown'],
    says: 'is a service account',
    isAbout: hasKind('service'),
  }),
  defineRule('account', {
    where: '`kind: guest`, whose domain is expected to be another',
    consequence: 'not applicable',
    only: ['knownDomains'],
    says: 'is a guest',
    isAbout: hasKind('guest'),
  }),
  defineRule('account', {
    where: '`status: unknown`',
    consequence: 'in doubt',
    says: 'status',
    isAbout: hasStatus('unknown'),
  }),
  defineRule('credential', {
    where: '`active: false`',
    consequence: 'not applicable',
    says: 'is not active',
    isAbout: ({ active }) => readFlag(active) === false,
  }),
  defineRule('credential', {
    where: '`expiresAt` is told and over',
    consequence: 'not applicable',
    except: ['credentialsExpire'],
    says: 'has expired',
    isAbout: ({ expiresAt }, { now }) => (readTime(expiresAt) ?? Number.POSITIVE_INFINITY) <= now.getTime(),
  }),
  defineRule('credential', {
    where: '`active` is told by the inventory, and unknown for this one',
    consequence: 'in doubt',
    says: 'active',
    isAbout: ({ active }, { tells }) => tells.has('active') && readFlag(active) === undefined,
  }),
  defineRule('vulnerability', {
    where: '`status: dismissed`, which somebody decided at the vendor',
    consequence: 'not applicable',
    says: 'was dismissed at the vendor',
    isAbout: hasState('dismissed'),
  }),
  defineRule('vulnerability', {
    where: '`status: unknown`',
    consequence: 'in doubt',
    says: 'status',
    isAbout: hasState('unknown'),
  }),
]

/**
 * Judges one record by a question, after the rules that all questions of its kind have in common.
 * @returns undefined for a record that has no result
 */
export function judgeRecord<Of extends InventoryKind>(
  question: RecordQuestion<Of>,
  record: QuestionRecord<Of>,
  context: JudgeContext,
): RecordVerdict | undefined {
  const rule = findEdgeRule(question, record, context)
  if (rule?.consequence === 'no result') return undefined
  if (rule?.consequence === 'not applicable')
    return { status: 'notApplicable', title: `${nameRecord(record)} ${rule.says}` }
  const judgement = question.judge(record, context)
  return rule !== undefined && judgement.status === 'fail'
    ? { status: 'undecided', because: explainUnknown(record, rule.says, context) }
    : judgement
}

/** The rule that is about a record; one that decides comes before one that leaves a doubt. */
export function findEdgeRule<Of extends InventoryKind>(
  { of, name }: { readonly of: Of; readonly name: string },
  record: QuestionRecord<Of>,
  context: JudgeContext,
): EdgeRule | undefined {
  const about = edgeRules.filter(
    (each) =>
      each.of === of &&
      !each.except?.includes(name) &&
      (each.only === undefined || each.only.includes(name)) &&
      each.isAbout(record, context),
  )
  return about.find(({ consequence }) => consequence !== 'in doubt') ?? about[0]
}

function defineRule<Of extends InventoryKind>(of: Of, rule: Omit<EdgeRule<Of>, 'of'>): EdgeRule {
  return { ...rule, of } as EdgeRule<InventoryKind>
}
