/** Whether a stored text can be this one. PostgreSQL keeps no U+0000, and refuses a question about a text that has it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}
