import type { BaseContext, Resource, UndecidedInput } from '../../define/index.ts'
import type { Scope } from '../expressions/scope.ts'
import { Unknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import type { RequestRules } from './compile-request.ts'
import { compileText, fillForPeople } from './compile-text.ts'
import { explainUnknown } from './compile-walk.ts'
import { createEvidenceReader } from './evidence.ts'
import { type Bindings, createScope, type Names } from './names.ts'
import type { Place } from './report.ts'

/** What a check comes to for one item, or for a count. */
export type Verdict =
  | { readonly status: 'pass' | 'fail'; readonly evidence: object }
  | { readonly status: 'notApplicable' }
  | { readonly status: 'manual'; readonly title: string; readonly description: string; readonly evidence: object }
  | ({ readonly status: 'undecided' } & Omit<UndecidedInput, 'resource'>)

/** What a result is about. @throws CheckError for an item that has no id */
export function compileResource(
  { type, id, name }: RuleEntry['resource'],
  place: Place,
  names: Names,
  report: RequestRules['report'],
  vendor: string,
): (ctx: BaseContext, bindings: Bindings) => Resource {
  const gives = ['text', 'number'] as const
  const compiledId = compileAt(id, [...place, 'id'], names, { gives, readsAnswer: false }, report)
  const compiledName =
    name === undefined ? undefined : compileAt(name, [...place, 'name'], names, { gives, readsAnswer: false }, report)
  return (ctx, bindings) => {
    const scope = createScope(ctx, bindings)
    const found = compiledId.evaluate(scope)
    if (found instanceof Unknown || String(found) === '')
      return ctx.cannotTell({
        kind: 'schema_drift',
        message:
          found instanceof Unknown ? explainUnknown(vendor, found) : `The answer of ${vendor} has an id that is empty.`,
      })
    const shown = compiledName?.evaluate(scope)
    return { type, id: String(found), ...(typeof shown === 'string' && shown !== '' && { name: shown }) }
  }
}

/** What a result shows: what the author names, or what its expressions read. */
export function compileEvidence(
  { evidence }: RuleEntry,
  place: Place,
  names: Names,
  report: RequestRules['report'],
  reads: readonly (readonly string[])[],
): (bindings: Bindings, scope: ReturnType<typeof createScope>) => object {
  if (evidence === undefined) return createEvidenceReader(reads, names.answers)
  const members = Object.entries(evidence).map(([name, text]) => ({
    name,
    ...compileAt(
      text,
      [...place, 'evidence', name],
      names,
      { gives: ['null', 'boolean', 'number', 'text', 'list', 'object'], readsAnswer: false },
      report,
    ),
  }))
  return (_bindings, scope) =>
    Object.fromEntries(
      members.flatMap(({ name, evaluate }) => {
        const value = evaluate(scope)
        return value instanceof Unknown ? [] : [[name, value]]
      }),
    )
}

/** Reports verdicts in the words of the file. */
export function compileReporter(
  { title, passed, fail }: RuleEntry,
  place: Place,
  names: Names,
  report: RequestRules['report'],
): (ctx: BaseContext, resource: Resource, verdict: Verdict, scope: Scope) => void {
  const compile = (text: string, at: Place) => compileText(text, [...place, ...at], names, report)
  const passTitle = compile(passed?.title ?? title, passed ? ['passed', 'title'] : ['title'])
  const failTitle = compile(fail.title, ['fail', 'title'])
  const remediation = compile(fail.remediation, ['fail', 'remediation'])
  const description = fail.description === undefined ? undefined : compile(fail.description, ['fail', 'description'])
  return (ctx, resource, verdict, scope) => {
    if (verdict.status === 'pass')
      ctx.pass({ resource, title: fillForPeople(passTitle, scope), evidence: verdict.evidence })
    else if (verdict.status === 'notApplicable') ctx.notApplicable({ resource, title: `Does not apply: ${title}` })
    else if (verdict.status === 'fail')
      ctx.fail({
        resource,
        title: fillForPeople(failTitle, scope),
        ...(description && { description: fillForPeople(description, scope) }),
        remediation: fillForPeople(remediation, scope),
        evidence: verdict.evidence,
      })
    else {
      const { status, ...rest } = verdict
      if (status === 'manual') ctx.manual({ resource, ...rest } as Parameters<BaseContext['manual']>[0])
      else ctx.undecided({ resource, ...rest } as UndecidedInput)
    }
  }
}
