import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import type { ErrorCode, Problem } from '../../errors/index.ts'
import { isDataTarget } from '../../service/commands/connector-file/load-connector.ts'
import { listLoadedFiles } from '../../service/commands/connector-file/module-hooks.ts'
import { findDescriptionFindings } from './description-findings.ts'
import { findFileFindings } from './file-findings.ts'
import { indexSources } from './sources.ts'
import { collectRuleFindings, findDuplicates, sortFindings } from './validate-connector.ts'
import type { ValidationFinding } from './validation-finding.ts'

/** What the rules find of one target, or why it does not load. */
export interface Validation {
  readonly target: string
  /** It loads, and no rule finds an error. */
  readonly valid: boolean
  readonly connectors: readonly { readonly id: string; readonly checks: readonly string[] }[]
  readonly findings: readonly ValidationFinding[]
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly problems: readonly Problem[] }
}

interface JudgedBy {
  /** The first place of each connector id. */
  readonly seen: ReadonlyMap<string, string>
  readonly description: Description | undefined
  readonly witnesses: readonly ValidationFinding[]
}

/** Holds loaded connectors to all rules. */
export async function judgeTarget(
  target: string,
  connectors: readonly AnyConnector[],
  { seen, description, witnesses }: JudgedBy,
): Promise<Validation> {
  const sources = indexSources(listLoadedFiles())
  const found = await Promise.all(connectors.map((connector) => collectRuleFindings(connector, sources)))
  const findings = sortFindings([
    ...(description ? await findDescriptionFindings(target, description) : []),
    ...findDuplicates(target, connectors, seen, sources),
    ...found.flat(),
    ...(isDataTarget(target) ? await findFileFindings(target) : []),
    ...witnesses,
  ])
  return {
    target,
    valid: findings.every(({ level }) => level !== 'error'),
    connectors: connectors.map(({ id, checks }) => ({ id, checks: checks.map((check) => check.id) })),
    findings,
  }
}
