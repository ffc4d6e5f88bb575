import { type Check, findNearest, type Inventory } from '../../define/index.ts'
import * as questions from '../../questions/index.ts'
import { anyShape } from '../expressions/shape.ts'
import type { Value } from '../expressions/value.ts'
import type { QuestionEntry } from '../format/checks.ts'
import { compileText, fillForPeople, type TextTemplate } from './compile-text.ts'
import { createScope, type KnownNames } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** Each question looks at its inventory and options itself, whatever their types say here. */
const makers: Readonly<Record<string, (inventory: never, options: never) => Check>> = questions

/**
 * Makes a check of a question to an inventory of the same file.
 * @returns undefined if there is no such question or inventory, which is reported
 * @throws DefinitionError for options that the question does not have
 */
export function compileQuestion(
  { question, of, part, remediation, instructions, ...options }: QuestionEntry,
  place: DocumentPath,
  inventories: readonly Inventory[],
  { report }: RequestRules,
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
  if (!inventory)
    report.add(
      [...place, 'of'],
      `this file has no inventory of kind "${of}"${part === undefined ? '' : ` with the part "${part}"`}; add it under "inventories"`,
    )
  const texts = { remediation, instructions }
  const written = Object.entries(texts).flatMap(([member, text]) =>
    text === undefined ? [] : [[member, compileText(text, [...place, member], recordNames, report)] as const],
  )
  if (!make || !inventory) return undefined
  const own = Object.fromEntries(written.map(([member, template]) => [member, createWriter(template)]))
  return make(inventory as never, { ...options, ...own } as never)
}

const recordNames: KnownNames = { shapes: { record: anyShape }, answers: new Set(['record']), fields: new Set() }

/** A text without placeholders is one for all; the others name the record. */
function createWriter(template: TextTemplate): string | ((record: object) => string) {
  if (template.fillings.length === 0) return template.rest
  // Texts of questions have no need for the time.
  return (record) => fillForPeople(template, createScope({ now: new Date(0) }, { record: record as Value }))
}
