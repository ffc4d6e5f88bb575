import type { Severity } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { rateScore, readList, readNumber, readText } from './read-values.ts'

/** The rules of one run of SARIF. */
export interface SarifRules {
  readonly byId: ReadonlyMap<string, SarifRule>
  /** Their ids by index, as results may name them. */
  readonly ids: readonly string[]
}

interface SarifRule {
  readonly shortDescription: string | undefined
  readonly name: string | undefined
  readonly description: string | undefined
  readonly help: string | undefined
  readonly severity: Severity | undefined
}

/** One result of SARIF, with its rule. */
interface SarifResult {
  /** Empty: the file does not say. */
  readonly ruleId: string
  readonly rule: SarifRule | undefined
  readonly kind: string
  readonly level: string | undefined
  readonly message: string | undefined
  /** undefined: neither the result nor its rule says. */
  readonly severity: Severity | undefined
  readonly uri: string | undefined
  readonly suppressions: readonly unknown[]
  /** Somebody has accepted it. */
  readonly isSuppressed: boolean
  /** It was found earlier, and is no longer there. */
  readonly isAbsent: boolean
}

export const noRules: SarifRules = { byId: new Map(), ids: [] }

/** The rules of a tool, and of its extensions. */
export function readSarifRules(tool: unknown): SarifRules {
  const rules = [
    ...readList(tool, 'driver.rules'),
    ...readList(tool, 'extensions').flatMap((extension) => readList(extension, 'rules')),
  ].map((rule): readonly [string, SarifRule] => [readText(rule, 'id') ?? '', toRule(rule)])
  return { byId: new Map(rules), ids: rules.map(([id]) => id) }
}

function toRule(rule: unknown): SarifRule {
  const [severity] = meanings.get(readText(rule, 'defaultConfiguration.level') ?? '') ?? []
  return {
    shortDescription: readText(rule, 'shortDescription.text'),
    name: readText(rule, 'name'),
    description: readText(rule, 'fullDescription.text'),
    help: readText(rule, 'help.text') ?? readText(rule, 'helpUri'),
    severity: readScore(rule) ?? severity,
  }
}

export function readSarifResult(result: unknown, rules: SarifRules): SarifResult {
  const index = readNumber(result, 'ruleIndex') ?? readNumber(result, 'rule.index') ?? -1
  const ruleId = readText(result, 'ruleId') ?? readText(result, 'rule.id') ?? rules.ids[index] ?? ''
  const rule = rules.byId.get(ruleId)
  const kind = readText(result, 'kind') ?? 'fail'
  const level = readText(result, 'level')
  const suppressions = readList(result, 'suppressions')
  return {
    ruleId,
    rule,
    kind,
    level,
    message: readText(result, 'message.text') ?? readText(result, 'message.markdown'),
    // Only a failing result has a level of its own (§3.27.10).
    severity: readScore(result) ?? rateLevel(kind === 'fail' ? level : undefined, rule) ?? rateLevel(level, undefined),
    uri: readText(result, 'locations.0.physicalLocation.artifactLocation.uri'),
    suppressions,
    isSuppressed: suppressions.some((each) => !['rejected', 'underReview'].includes(readText(each, 'status') ?? '')),
    isAbsent: readMember(result, 'baselineState') === 'absent',
  }
}

/** What a level can stand for, the usual first. */
const meanings: ReadonlyMap<string, readonly Severity[]> = new Map([
  ['error', ['high', 'critical']],
  ['warning', ['medium']],
  ['note', ['low', 'info']],
  ['none', ['info']],
])

/** The level of a result goes before what its rule says by default. Where both agree, the score of the rule says more. */
function rateLevel(level: string | undefined, rule: SarifRule | undefined): Severity | undefined {
  const can = meanings.get(level ?? '')
  return can === undefined || can.some((each) => each === rule?.severity) ? rule?.severity : can[0]
}

/** `security-severity` as GitHub has it, from 0 to 10. https://docs.github.com/en/code-security/code-scanning */
function readScore(of: unknown): Severity | undefined {
  const score = Number(readText(of, 'properties.security-severity') ?? Number.NaN)
  return score >= 0 && score <= 10 ? rateScore(score) : undefined
}
