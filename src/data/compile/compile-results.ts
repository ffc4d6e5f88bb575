import type { BaseContext, Resource, UndecidedInput } from '../../define/index.ts'
import type { ExpressionScope } from '../expressions/scope.ts'
import { textShape } from '../expressions/shape.ts'
import { Unknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import { compileText, fillForPeople } from './compile-text.ts'
import { addValue } from './compile-values.ts'
import { describeUnknown } from './compile-walk.ts'
import { createEvidenceReader } from './evidence.ts'
import { listExemptions } from './list-exemptions.ts'
import type { KnownNames } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** What a check comes to for one item, or for a count. */
export type ItemVerdict =
  | { readonly status: 'pass'; readonly evidence: object }
  /** `gaps` says what is wrong, where the file lists it. */
  | { readonly status: 'fail'; readonly evidence: object; readonly gaps?: string }
  /** `exemption` says which of several it is. */
  | { readonly status: 'notApplicable'; readonly exemption?: number; readonly evidence?: object | undefined }
  | { readonly status: 'manual'; readonly title: string; readonly description: string; readonly evidence: object }
  | ({ readonly status: 'undecided' } & Omit<UndecidedInput, 'resource'>)

/** What cannot be told is no verdict. */
export function toVerdict(verdict: ItemVerdict | Unknown, vendor: string): ItemVerdict {
  return verdict instanceof Unknown ? { status: 'undecided', because: describeUnknown(vendor, verdict) } : verdict
}

/** What a result is about. @throws CheckError for an item that has no id */
export function compileResource(
  { type, id, name }: RuleEntry['resource'],
  place: DocumentPath,
  names: KnownNames,
  report: RequestRules['report'],
  vendor: string,
): (ctx: BaseContext, scope: ExpressionScope) => Resource {
  const gives = ['text', 'number'] as const
  const compiledId = compileAt(id, [...place, 'id'], names, { gives, readsAnswer: false }, report)
  const compiledName =
    name === undefined ? undefined : compileAt(name, [...place, 'name'], names, { gives, readsAnswer: false }, report)
  return (ctx, scope) => {
    const found = compiledId.evaluate(scope)
    if (found instanceof Unknown || String(found) === '')
      return ctx.cannotTell({
        kind: 'schema_drift',
        message:
          found instanceof Unknown
            ? describeUnknown(vendor, found)
            : `The answer of ${vendor} has an id that is empty.`,
      })
    const shown = compiledName?.evaluate(scope)
    return { type, id: String(found), name: typeof shown === 'string' && shown !== '' ? shown : undefined }
  }
}

/** What a result shows: what the author names, or what its expressions read. */
export function compileEvidence(
  { evidence }: Pick<RuleEntry, 'evidence'>,
  place: DocumentPath,
  names: KnownNames,
  report: RequestRules['report'],
  reads: readonly (readonly string[])[],
): (scope: ExpressionScope) => object {
  if (evidence === undefined) {
    const readEvidence = createEvidenceReader(reads, names.answers)
    return (scope) => readEvidence(scope.names)
  }
  const members = Object.entries(evidence).map(([name, text]) => ({
    name,
    ...compileAt(
      text,
      [...place, 'evidence', name],
      names,
      // Evidence shows and does not decide, so it may ask whether a member is there.
      { gives: ['null', 'boolean', 'number', 'text', 'list', 'object'], readsAnswer: false, has: true },
      report,
    ),
  }))
  return (scope) =>
    Object.fromEntries(
      members.flatMap(({ name, evaluate }) => {
        const value = evaluate(scope)
        return value instanceof Unknown ? [] : [[name, value]]
      }),
    )
}

/** Reports verdicts in the words of the file. */
export function compileReporter(
  { title, passed, notApplicable, gaps, fail }: RuleEntry,
  place: DocumentPath,
  names: KnownNames,
  report: RequestRules['report'],
): (ctx: BaseContext, resource: Resource, verdict: ItemVerdict, scope: ExpressionScope) => void {
  const compile = (text: string, at: DocumentPath, known = names) => compileText(text, [...place, ...at], known, report)
  const failNames = gaps ? addValue(names, 'gaps', textShape, true) : names
  const otherTitle =
    notApplicable && !Array.isArray(notApplicable)
      ? compile(notApplicable.title, ['notApplicable', 'title'])
      : undefined
  const exemptTitles = listExemptions({ notApplicable }).map((each, index) =>
    compile(each.title, ['notApplicable', index, 'title']),
  )
  const severity =
    fail?.severity &&
    compileAt(fail.severity.when, [...place, 'fail', 'severity', 'when'], names, { gives: ['boolean'] }, report)
  const passTitle = compile(passed?.title ?? title, passed ? ['passed', 'title'] : ['title'])
  const failTitle = compile(fail?.title ?? '', ['fail', 'title'], failNames)
  const remediation = compile(fail?.remediation ?? '', ['fail', 'remediation'], failNames)
  const description =
    fail?.description === undefined ? undefined : compile(fail.description, ['fail', 'description'], failNames)
  return (ctx, resource, verdict, scope) => {
    if (verdict.status === 'pass')
      ctx.pass({ resource, title: fillForPeople(passTitle, scope), evidence: verdict.evidence })
    else if (verdict.status === 'notApplicable') {
      const { evidence, exemption } = verdict
      const template = exemption === undefined ? otherTitle : exemptTitles[exemption]
      const shown = template ? fillForPeople(template, scope) : `Does not apply: ${title}`
      ctx.notApplicable({ resource, title: shown, evidence })
    } else if (verdict.status === 'fail') {
      const failScope = { ...scope, names: { ...scope.names, gaps: verdict.gaps } }
      ctx.fail({
        resource,
        severity: fail?.severity && severity?.evaluate(scope) === true ? fail.severity.is : undefined,
        title: fillForPeople(failTitle, failScope),
        description: description && fillForPeople(description, failScope),
        remediation: fillForPeople(remediation, failScope),
        evidence: verdict.evidence,
      })
    } else {
      const { status, ...rest } = verdict
      if (status === 'manual') ctx.manual({ resource, ...rest } as Parameters<BaseContext['manual']>[0])
      else ctx.undecided({ resource, ...rest } as UndecidedInput)
    }
  }
}
