/** A row of CSV (RFC 4180), with its end. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Spreadsheets take text that begins like this for a formula, and vendors' members choose their names. The wide forms are those of
 * East Asian keyboards. Some programs drop what nobody sees before it. https://owasp.org/www-community/attacks/CSV_Injection
 */
function formatCell(text: string): string {
  const safe = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
