/** A table; undefined without rows. Rows with only a name are left out. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string | undefined {
  const row = (cells: readonly (string | undefined)[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  const filled = rows.filter((cells) => cells.slice(1).some((text) => text !== undefined))
  return filled.length === 0 ? undefined : [row(head), row(head.map(() => '---')), ...filled.map(row)].join('\n')
}

/** A bar would end the cell, a line break the table (GitHub Flavored Markdown §4.10). */
function escapeCell(text: string | undefined): string {
  return (text ?? '').replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
}

export function formatCode(text: string): string {
  return `\`${text}\``
}

export function formatCodeList(values: readonly string[] | undefined): string | undefined {
  return values?.length ? values.map(formatCode).join(', ') : undefined
}

/** A fenced block. */
export function renderCodeBlock(language: string, text: string): string {
  return ['```'.concat(language), text, '```'].join('\n')
}

/** Blocks of a page with a line between them. */
export function joinBlocks(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part.trim() !== '').join('\n\n')}\n`
}
