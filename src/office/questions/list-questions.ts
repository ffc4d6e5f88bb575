import { createRefusal } from '../../received/refuse-file.ts'
import { findMerged, formatColumn, formatPlace, type Table } from '../table.ts'
import { detectLayout, isQuestion, type QuestionLayout } from './detect-layout.ts'

/** A question of a questionnaire, with the cell that its answer goes into. */
export interface FoundQuestion {
  readonly question: string
  /** The heading above it. */
  readonly section: string | undefined
  /** `Security!C4` */
  readonly place: string
}

/** A table as people see it when they choose its columns. */
export interface TableOutline {
  readonly name: string
  readonly rows: number
  /** Left out, because people do not see them. */
  readonly hiddenRows: number
  /** With the first texts in each. */
  readonly columns: readonly { readonly name: string; readonly texts: readonly string[] }[]
  /** What was found; undefined: no questions. */
  readonly layout: QuestionLayout | undefined
}

const shownTexts = 5
const shownColumnsMax = 50

export function outlineTables(tables: readonly Table[]): readonly TableOutline[] {
  return tables.map((table) => {
    const columns = new Map<number, string[]>()
    for (const { cells } of table.rows)
      for (const { column, text } of cells) {
        const texts = columns.get(column) ?? []
        if (texts.length < shownTexts) columns.set(column, [...texts, text.slice(0, 200).toWellFormed()])
      }
    const shown = [...columns].toSorted(([one], [other]) => one - other).slice(0, shownColumnsMax)
    return {
      name: table.name,
      rows: table.rows.length,
      hiddenRows: table.hiddenRows ?? 0,
      columns: shown.map(([column, texts]) => ({ name: formatColumn(column), texts })),
      layout: detectLayout(table),
    }
  })
}

/**
 * The questions of a file, in its order.
 * @param layouts as somebody chose them; @default what is found in each table
 * @throws CheckwrightError `IMPORT_REFUSED` for a file without questions, and for a table that is not there
 */
export function listQuestions(
  tables: readonly Table[],
  layouts: readonly QuestionLayout[] = tables.flatMap((table) => detectLayout(table) ?? []),
): readonly FoundQuestion[] {
  const found = layouts.flatMap((layout) => {
    const table = tables.find(({ name }) => name === layout.table)
    if (table === undefined) throw createRefusal(`The file has no table "${layout.table}".`)
    return listTableQuestions(table, layout)
  })
  if (found.length > 0) return found
  const seen = tables.map(({ name, rows }) => `"${name}" with ${rows.length} rows`).join(', ')
  throw createRefusal(
    `The file has no questions: ${seen === '' ? 'it has no table' : `looked at ${seen}`}. Name the columns of questions and answers yourself, or write "Question" and "Answer" above them.`,
  )
}

function listTableQuestions(table: Table, layout: QuestionLayout): readonly FoundQuestion[] {
  const { questionColumn, answerColumn, firstRow } = layout
  const found: FoundQuestion[] = []
  const places = new Set<string>()
  let section: string | undefined
  const names = table.rows
    .find(({ number }) => number === firstRow - 1)
    ?.cells.find(({ column }) => column === questionColumn)
  const asking = table.rows.filter(
    ({ number, cells }) => number >= firstRow && cells.some(({ column }) => column === questionColumn),
  )
  const areNumbered = asking.filter(({ cells }) => (cells[0]?.column ?? 0) < questionColumn).length * 2 >= asking.length
  for (const { number: row, cells } of table.rows) {
    if (row < firstRow) continue
    const question = cells.find(({ column }) => column === questionColumn)
    const [only] = cells
    const merged = findMerged(table, { row, column: answerColumn })
    const isHeading = merged !== undefined && merged.left <= questionColumn
    const isAlone =
      only !== undefined &&
      cells.length === 1 &&
      (only.column < questionColumn || (only.column === questionColumn && areNumbered && isHeadingText(only.text)))
    // One text alone is a heading, and so is one over both columns.
    if (only && (isHeading || isAlone)) {
      section = only.text.trim().slice(0, 200).toWellFormed()
      continue
    }
    if (question === undefined || question.isFormula || question.text.trim().length < 3) continue
    // Some repeat the names of columns with each section.
    if (question.text.trim() === names?.text.trim()) continue
    const place = formatPlace({
      table: table.name,
      row: merged?.top ?? row,
      column: merged?.left ?? answerColumn,
    })
    const isTaken = places.has(place) || cells.some(({ column, isFormula }) => column === answerColumn && isFormula)
    if (isTaken) continue
    places.add(place)
    found.push({ question: question.text.trim(), section, place })
  }
  return found
}

/** Short, and no sentence: "If yes, since when" goes on with the question above it. */
function isHeadingText(text: string): boolean {
  const plain = text.trim()
  return plain.length <= 60 && !isQuestion(plain) && !/[.:;!]$|^(?:if|please|wenn|falls|bitte)\b/i.test(plain)
}
