/** Most names have nothing but ASCII, and single spaces. */
const isPlainText = /^[!-~]+(?: [!-~]+)*$/

/** A name or part of one, for comparing what people may have meant. */
export function blurText(text: string): string {
  if (isPlainText.test(text)) return text.toLowerCase()
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
      // ß has two large letters, ς and σ one.
      .toUpperCase()
      .toLowerCase()
      .replace(/[аеорсухіјѕ]/gu, (letter) => 'aeopcyxijs'.charAt('аеорсухіјѕ'.indexOf(letter)))
      .replace(/\s+/g, ' ')
      .trim()
  )
}
