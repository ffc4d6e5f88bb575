/** A row of CSV (RFC 4180), with its end. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Spreadsheets take text that begins like this for a formula, and vendors' members choose their names. The wide forms are those of
 * East Asian keyboards. Some programs drop what nobody sees before it. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaBegin = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * Where a comma is the decimal sign, a spreadsheet cuts the row at semicolons instead, or at tabs, and a quote within a cell means
 * nothing then. So each piece counts like a cell.
 */
const formulaAmid = /(?<=[;\t\r\n]["\s\p{Cc}\p{Cf}]*)[=+\-@＝＋－＠]/gu

/** The text of a cell as it was before {@link formatCsvRow} wrote it. */
export function unescapeCsvCell(text: string): string {
  return text.replaceAll(
    /(?<=(?:^|[;\t\r\n])["\s\p{Cc}\p{Cf}]*)'(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/gu,
    '',
  )
}

/** The text of a cell that no spreadsheet takes for a formula. {@link unescapeCsvCell} gives it back. */
export function escapeCsvFormula(text: string): string {
  return (formulaBegin.test(text) ? `'${text}` : text).replaceAll(formulaAmid, "'$&")
}

/** @param isForced @default only where the text has a comma, a quote or a line end */
export function quoteCsvCell(text: string, isForced = false): string {
  return isForced || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function formatCell(text: string): string {
  return quoteCsvCell(escapeCsvFormula(text))
}
