import type { Table, TableRow } from '../table.ts'

/** Where questions and answers of a table are. */
export interface QuestionLayout {
  readonly table: string
  /** Columns, from 1. */
  readonly questionColumn: number
  readonly answerColumn: number
  readonly firstRow: number
}

/** Rows among which the names of columns are looked for. */
const headRowsMax = 40

/** The more telling word first. */
const questionWords = [
  /\bquestions?\b|\bfragen?\b/i,
  /\brequirements?\b|\banforderung/i,
  /\bcontrols?\b|\bquery\b|\bcriteri/i,
  /\bdescription\b|\bbeschreibung\b|\bitem\b|\btopic\b/i,
]
const answerWords = [
  /\banswers?\b|\bantwort/i,
  /\bresponses?\b|\breply\b|\breplies\b/i,
  /\b(?:vendor|supplier|provider)\b.*\b(?:comments?|details?|statement|input)\b/i,
  /\bcomments?\b|\bdetails?\b|\bremarks?\b|\bnotes?\b|\bkommentar|\bbemerkung|\bexplanation\b/i,
]

/** A column beside questions or answers: "Question ID", "Answer options", "Expected answer". */
const besideWords =
  /(?:\b(?:id|no|number|nr|ref|type|category|domain|options?|choices?|weight|score)|#|typ|kategorie|optionen)\.?$|^(?:expected|allowed|possible|preferred|example|sample|erwartete|mögliche)\b/i

/** What stands in a cell until somebody answers: "Click to enter text", "Please select", "[…]". */
const placeholder =
  /^(?:please )?(?:click|tap|choose|select|enter)\b|^(?:bitte|klicken|wählen)\b|^\[.*\]$|^<.*>$|^[\s._…-]+$/i

/**
 * Finds the columns of questions and answers: by their names, else by what stands in them.
 * @returns undefined: the table has no questions
 */
export function detectLayout(table: Table): QuestionLayout | undefined {
  return detectByNames(table) ?? detectByTexts(table)
}

function detectByNames(table: Table): QuestionLayout | undefined {
  for (const [index, row] of table.rows.slice(0, headRowsMax).entries()) {
    // Names of columns are short; a sentence with "answer" in it is an instruction.
    const names = row.cells.filter(({ text }) => text.length <= 80 && !text.trim().endsWith('?'))
    const questionColumn = findNamed(names, questionWords, undefined)
    if (questionColumn === undefined) continue
    const answerColumn = findNamed(names, answerWords, questionColumn)
    if (answerColumn === undefined) continue
    const below = table.rows.slice(index + 1)
    if (!below.some(({ cells }) => cells.some(({ column }) => column === questionColumn))) continue
    return { table: table.name, questionColumn, answerColumn, firstRow: row.number + 1 }
  }
  return undefined
}

function findNamed(
  cells: TableRow['cells'],
  words: readonly RegExp[],
  questionColumn: number | undefined,
): number | undefined {
  for (const word of words)
    for (const { column, text } of cells)
      if (column !== questionColumn && word.test(text) && !besideWords.test(text.trim())) return column
  return undefined
}

/** The column with the most questions, and the first one right of it with less text than half of them have. */
function detectByTexts(table: Table): QuestionLayout | undefined {
  const counts = new Map<number, number>()
  for (const { cells } of table.rows)
    for (const { column, text } of cells) if (isQuestion(text)) counts.set(column, (counts.get(column) ?? 0) + 1)
  const [questionColumn, count = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  if (questionColumn === undefined) return undefined
  const rows = table.rows.filter(({ cells }) =>
    cells.some((cell) => cell.column === questionColumn && isQuestion(cell.text)),
  )
  const isFree = (column: number) =>
    rows.filter(({ cells }) => cells.some((cell) => cell.column === column && !placeholder.test(cell.text.trim())))
      .length *
      2 <
    count
  let answerColumn = questionColumn + 1
  while (!isFree(answerColumn)) answerColumn++
  return { table: table.name, questionColumn, answerColumn, firstRow: rows[0]?.number ?? 1 }
}

export function isQuestion(text: string): boolean {
  return /[?？]\s*$/.test(text) || /^(?:please )?(?:describe|explain|provide|list|confirm|state|indicate)\b/i.test(text)
}
