import {
  type BaseContext,
  type Check,
  type Inventory,
  listMemberWords,
  type ReadingContext,
} from '../../define/index.ts'
import { allQuestions } from '../../questions/all-questions.ts'
import * as questions from '../../questions/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { anyShape } from '../expressions/shape.ts'
import { Unknown, type Value } from '../expressions/value.ts'
import type { QuestionEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import { headMembers } from './compile-inventory.ts'
import { compileText, fillForPeople, type TextTemplate } from './compile-text.ts'
import { describeUnknown } from './compile-walk.ts'
import { addAnswer, bindContext, closeShape, createNames, createScope, type KnownNames } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** Each question looks at its inventory and options itself, whatever their types say here. */
const makers: Readonly<Record<string, (inventory: never, options: never) => Check>> = questions

/** The inventories of a file that can be read. */
export interface KnownInventories {
  readonly inventories: readonly Inventory[]
  /** Whether these are all: a question may mean one that is there and has mistakes. */
  readonly areAll: boolean
}

/**
 * Makes a check of a question to an inventory of the same file.
 * @returns undefined if there is no such question or inventory, which is reported
 * @throws DefinitionError for options that the question does not have
 */
export function compileQuestion(
  { question, of, part, remediation, instructions, resourceId, ...options }: QuestionEntry,
  place: DocumentPath,
  { inventories, areAll }: KnownInventories,
  { definition, report, constantRoles }: RequestRules,
): Check | undefined {
  const make = Object.hasOwn(makers, question) ? makers[question] : undefined
  if (!make) {
    const near = findNearest(question, Object.keys(makers))
    report.add(
      [...place, 'question'],
      `there is no question "${question}"; ${near ? `did you mean "${near}"?` : `choose from ${Object.keys(makers).join(', ')}`}`,
    )
  }
  const inventory = inventories.find((each) => each.of === of && each.part === part)
  if (!inventory && areAll)
    report.add(
      [...place, 'of'],
      `this file has no inventory of kind "${of}"${part === undefined ? '' : ` with the part "${part}"`}; add it under "inventories"`,
    )
  if (!make || !inventory) return undefined
  if (options.role !== undefined && constantRoles.has(inventory))
    report.add(
      [...place, 'role'],
      'counts "roles" that are the same for all, so the answer of the vendor decides nothing; read them from an answer',
    )
  const isOfRecords = allQuestions.some((each) => each.name === question && 'judge' in each)
  const names = createNames(definition, definition.variables ?? [])
  // A question that counts has one result, which is about no record.
  const subject: QuestionSubject = isOfRecords
    ? { names: addRecord(names, inventory), bind: (ctx, record) => ({ ...bindContext(ctx, names), record }) }
    : { names, bind: (ctx) => bindContext(ctx, names) }
  const texts = { remediation, instructions }
  const written = Object.entries(texts).flatMap(([member, text]) =>
    text === undefined
      ? []
      : [[member, createWriter(compileText(text, [...place, member], subject.names, report), subject)] as const],
  )
  const identify =
    resourceId === undefined
      ? undefined
      : compileResourceId(
          resourceId,
          [...place, 'resourceId'],
          { subject, isOfRecords, vendor: definition.name },
          report,
        )
  const own = { ...options, ...Object.fromEntries(written) }
  return make(inventory as never, (identify ? { ...own, resourceId: identify } : own) as never)
}

/** What a text or an id of a question may name, and where its values are. */
interface QuestionSubject {
  readonly names: KnownNames
  bind(ctx: ReadingContext, record: Value): ReturnType<typeof bindContext>
}

/** The members that this inventory tells, so that a misspelt one is seen. */
function addRecord(names: KnownNames, { of, tells, facts }: Inventory): KnownNames {
  const members = [...headMembers, ...Object.keys(listMemberWords(of)), ...tells, ...Object.keys(facts ?? {})]
  return addAnswer(names, 'record', closeShape(Object.fromEntries(members.map((member) => [member, anyShape]))))
}

/** A text without placeholders is one for all. */
function createWriter(
  template: TextTemplate,
  { bind }: QuestionSubject,
): string | ((record: object, ctx: BaseContext) => string) {
  if (template.fillings.length === 0) return template.rest
  return (record, ctx) => fillForPeople(template, createScope(ctx, bind(ctx, record as Value)))
}

interface ResourceRules {
  readonly subject: QuestionSubject
  readonly isOfRecords: boolean
  readonly vendor: string
}

/** The function that a question takes: of a record and the context, or of the context alone. */
function compileResourceId(
  text: string,
  place: DocumentPath,
  { subject, isOfRecords, vendor }: ResourceRules,
  report: RequestRules['report'],
): object {
  const { evaluate } = compileAt(
    text,
    place,
    subject.names,
    // What is the same for all records would make one resource of them.
    { gives: ['text', 'number'], readsAnswer: isOfRecords },
    report,
  )
  const read = (ctx: BaseContext, record: Value): string => {
    const found = evaluate(createScope(ctx, subject.bind(ctx, record)))
    if (!(found instanceof Unknown) && String(found) !== '') return String(found)
    const message = found instanceof Unknown ? describeUnknown(vendor, found) : 'The id of a resource is empty.'
    return ctx.cannotTell({ kind: 'schema_drift', message })
  }
  return isOfRecords
    ? (record: object, ctx: BaseContext) => read(ctx, record as Value)
    : (ctx: BaseContext) => read(ctx, null)
}
