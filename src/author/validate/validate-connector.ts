import type { AnyConnector } from '../../define/index.ts'
import { checkRules } from './check-rules.ts'
import { controlRules } from './control-rules.ts'
import { credentialRules } from './credential-rules.ts'
import { fileRules } from './file-findings.ts'
import { hostRules } from './host-rules.ts'
import { scopeRules } from './scope-rules.ts'
import type { SourceIndex } from './sources.ts'
import { statementRules } from './statement-rules.ts'
import type { ValidationFinding, ValidationLevel, ValidationRule } from './validation-finding.ts'

/** Rules about one connector. */
const rules: readonly ValidationRule[] = [
  ...credentialRules,
  ...scopeRules,
  ...hostRules,
  ...checkRules,
  ...controlRules,
  ...statementRules,
]

/** The one rule about several: hosts, stores and results distinguish connectors by their ids. */
const duplicateId = { id: 'duplicate-id', level: 'error' } as const

/** The one rule that needs more than the connector: the vendor's own description. */
export const notDescribed = { id: 'not-described', level: 'error' } as const

/** The rule about the witnesses beside a connector. */
export const witnessRule = { id: 'witnesses', level: 'error' } as const

/** The rule about a connector that has none. */
export const notProvenRule = { id: 'not-proven', level: 'hint' } as const

/** Every rule with its level, as in the documentation. */
export const validateRules: readonly { readonly id: string; readonly level: ValidationLevel }[] = [
  ...rules.map(({ id, level }) => ({ id, level })),
  duplicateId,
  notDescribed,
  ...Object.values(fileRules),
  witnessRule,
  notProvenRule,
]

/** The findings of all rules about a connector. */
export async function collectRuleFindings(
  connector: AnyConnector,
  sources: SourceIndex,
): Promise<readonly ValidationFinding[]> {
  const found = await Promise.all(
    rules.map(async ({ id, level, find }) =>
      (await find({ connector, sources })).map(
        ({ path, message, at }): ValidationFinding => ({ rule: id, level, path, message, ...at }),
      ),
    ),
  )
  return found.flat()
}

/** Errors first. */
export function sortFindings(findings: readonly ValidationFinding[]): readonly ValidationFinding[] {
  return findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
}

/** @param earlier the first place of each connector id */
export function findDuplicates(
  target: string,
  connectors: readonly AnyConnector[],
  earlier: ReadonlyMap<string, string>,
  sources: SourceIndex,
): readonly ValidationFinding[] {
  return connectors.flatMap(({ id }) => {
    const other = earlier.get(id)
    if (other === undefined || other === target) return []
    const message = `is the id of the connector in ${other} too; rename one of them`
    return [{ rule: duplicateId.id, level: duplicateId.level, path: id, message, ...sources.findId(id) }]
  })
}

const levels: readonly ValidationLevel[] = ['error', 'warning', 'hint']
