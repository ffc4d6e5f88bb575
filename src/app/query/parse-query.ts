import { CheckwrightError } from '../../errors/index.ts'
import { queryLimits } from './limits.ts'

/** A text of SQL that begins as one that only reads. */
export interface ParsedQuery {
  readonly sql: string
  /** Names in it, in lower case: of tables, columns, functions and keywords. */
  readonly names: ReadonlySet<string>
}

/** https://www.sqlite.org/lang_keywords.html: four ways to write a name, and one for texts. */
const token =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:[^']|'')*')|(?<name>[\p{L}_][\p{L}\p{N}_$]*)|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<sign>[\s\S])/gu

const beginnings: ReadonlySet<string | undefined> = new Set(['select', 'with', 'values'])

/**
 * What can be told of a query before anything is read. The database says the rest, and knows what a name means.
 * @throws CheckwrightError `QUERY_INVALID` for what is not one SELECT
 */
export function parseQuery(sql: string): ParsedQuery {
  if (sql.length > queryLimits.sqlCharactersMax)
    throw createQueryError(`The query has more than ${queryLimits.sqlCharactersMax} characters.`)
  // Databases end a text there, and would not see the rest.
  if (sql.includes('\0')) throw createQueryError('The query has a character that no text of SQL may have.')
  const names = new Set<string>()
  let beginning: string | undefined
  let isOver = false
  for (const { groups = {} } of sql.matchAll(token)) {
    if (groups.space !== undefined) continue
    if (isOver && groups.sign !== ';') throw createQueryError('The query has several statements. Send one SELECT.')
    if (groups.sign === ';') isOver = true
    const name = (groups.name ?? groups.quoted?.slice(1, -1))?.toLowerCase()
    beginning ??= groups.name === undefined ? '' : name
    if (name !== undefined) names.add(name)
  }
  if (!beginnings.has(beginning)) throw createQueryError('A query begins with SELECT, WITH or VALUES, and only reads.')
  return { sql, names }
}

export function createQueryError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'QUERY_INVALID' })
}
