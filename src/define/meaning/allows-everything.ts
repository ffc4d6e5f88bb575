import { isObject } from '../../text/is-object.ts'
/**
 * - `everything`: one statement allows each action on each resource;
 * - `everything with exceptions`: the same, but for a condition, a statement that denies, what `NotAction` or `NotResource` names, or
 *   resources of other accounts;
 * - `limited`: neither.
 */
export type Grant = 'everything' | 'everything with exceptions' | 'limited'

// IAM's policies have 10,240 characters at most, without those between the words.
const policyLengthMax = 100_000
const namesMax = 1_000

/**
 * How much a policy of AWS IAM allows: its document, or that as JSON. Wildcards are read by what they match, so `**`, `*:*`, `arn:aws:*` and
 * `arn:*:*:*:*:*` are what `*` is (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html).
 * @returns undefined if it is no policy: another effect than `Allow` and `Deny`, a statement without action or resource, no JSON
 */
export function measureGrant(policy: unknown): Grant | undefined {
  const statements = parseStatements(policy)
  if (!statements) return undefined
  const grants = statements.filter(({ allows }) => allows).map(measureStatement)
  const isCut = statements.some(({ allows }) => !allows)
  if (grants.includes('everything')) return isCut ? 'everything with exceptions' : 'everything'
  return grants.includes('everything with exceptions') ? 'everything with exceptions' : 'limited'
}

/**
 * Whether a policy of AWS IAM lets somebody do everything; the same as `measureGrant()`, for two answers.
 * @returns undefined for everything with exceptions, and if it is no policy
 * @example
 * allowsEverything({ Statement: { Effect: 'Allow', Action: '*', Resource: 'arn:aws:*:*:*:*' } }) // true
 */
export function allowsEverything(policy: unknown): boolean | undefined {
  const grant = measureGrant(policy)
  return grant === 'everything' ? true : grant === 'limited' ? false : undefined
}

interface PolicyStatement {
  readonly allows: boolean
  readonly actions: Patterns
  readonly resources: Patterns
  readonly hasCondition: boolean
}

interface Patterns {
  readonly names: readonly string[]
  /** It means all but these: `NotAction`. */
  readonly isNegated: boolean
}

function parseStatements(policy: unknown): readonly PolicyStatement[] | undefined {
  const document = typeof policy === 'string' ? parsePolicy(policy) : policy
  const list = isObject(document) ? document.Statement : undefined
  const statements = (Array.isArray(list) ? list : [list]).map(parseStatement)
  return statements.every((statement) => statement !== undefined) ? statements : undefined
}

function parsePolicy(text: string): unknown {
  if (text.length > policyLengthMax) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseStatement(value: unknown): PolicyStatement | undefined {
  if (!isObject(value) || (value.Effect !== 'Allow' && value.Effect !== 'Deny')) return undefined
  const actions = parsePatterns(value.Action, value.NotAction)
  const resources = parsePatterns(value.Resource, value.NotResource)
  const { Condition: condition = {} } = value
  if (!actions || !resources || !isObject(condition)) return undefined
  return { allows: value.Effect === 'Allow', actions, resources, hasCondition: Object.keys(condition).length > 0 }
}

/** Each statement names its actions and resources in one form or the other. */
function parsePatterns(names: unknown, except: unknown): Patterns | undefined {
  if ((names === undefined) === (except === undefined)) return undefined
  const list: readonly unknown[] = [names ?? except].flat()
  if (list.length > namesMax || !list.every((name) => typeof name === 'string')) return undefined
  return { names: list, isNegated: names === undefined }
}

type Extent = 'all' | 'most' | 'some'

function measureStatement({ actions, resources, hasCondition }: PolicyStatement): Grant {
  const extents = [measureActions(actions), measureResources(resources)]
  if (extents.includes('some')) return 'limited'
  return hasCondition || extents.includes('most') ? 'everything with exceptions' : 'everything'
}

function measureActions({ names, isNegated }: Patterns): Extent {
  const areAll = matchAll(names, actionSamples)
  // All but everything is nothing.
  if (isNegated) return areAll ? 'some' : 'most'
  return areAll ? 'all' : 'some'
}

function measureResources({ names, isNegated }: Patterns): Extent {
  const areAll = partitions.some((partition) => matchAll(names, listArns(partition, ['', account])))
  if (isNegated) return areAll ? 'some' : 'most'
  if (areAll) return 'all'
  // A policy reaches its own account, and few resources are outside of one: arn:aws:*:*:123456789012:*
  const inOwn = names.map((name) => name.replace(/^((?:[^:]*:){4})\d{12}:/, `$1${account}:`))
  return partitions.some((partition) => matchAll(inOwn, listArns(partition, [account]))) ? 'most' : 'some'
}

/** Whether each sample is matched by one of the patterns. */
function matchAll(patterns: readonly string[], samples: readonly string[]): boolean {
  return samples.every((sample) => patterns.some((pattern) => matchesWildcards(pattern, sample)))
}

// What may be anything is of a letter that no pattern has, once and often. Patterns that match both match all.
const letter = '\u{e000}'
const anything: readonly string[] = [letter, letter.repeat(30)]
const account = letter.repeat(12)

/** `service:Action` */
const actionSamples = anything.flatMap((service) => anything.map((action) => `${service}:${action}`))

/** A policy lives in one of them. */
const partitions = ['aws', 'aws-cn', 'aws-us-gov', 'aws-iso', 'aws-iso-b', 'aws-iso-e', 'aws-iso-f', 'aws-eusc']

/** Region and account may be empty: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
function listArns(partition: string, accounts: readonly string[]): readonly string[] {
  return anything.flatMap((service) =>
    ['', ...anything].flatMap((region) =>
      accounts.flatMap((owner) =>
        anything.map((resource) => `arn:${partition}:${service}:${region}:${owner}:${resource}`),
      ),
    ),
  )
}

/** IAM's wildcards: `*` for any characters and `?` for one. */
function matchesWildcards(pattern: string, text: string): boolean {
  const signs = pattern.replaceAll(/\*+/g, '*')
  let at = 0
  let of = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    if (signs[of] === '*') {
      star = of++
      resume = at
    } else if (signs[of] === '?' || signs[of] === text[at]) {
      of++
      at++
    } else if (star >= 0) {
      // The last star takes one character more.
      of = star + 1
      at = ++resume
    } else return false
  }
  while (signs[of] === '*') of++
  return of === signs.length
}
