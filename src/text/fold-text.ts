/**
 * The text in one case, character for character: a place in it is the same place in the original. Turkish has two letters for I, and
 * Greek writes sigma differently at the end of a word; all of them are alike here.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  const folded = lower.length === text.length ? lower : Array.from(text, foldCharacter).join('')
  return folded.replaceAll('ı', 'i').replaceAll('ς', 'σ')
}

/** The forms in which a text may be written elsewhere: composed, decomposed, without accents, with ss for ß. */
export function listFoldedForms(text: string): readonly string[] {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  // In scripts such as Thai and Devanagari, marks are vowels.
  const isAccented = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text)
  const all = [text.normalize('NFC'), text.normalize('NFD'), text, ...(isAccented && bare !== '' ? [bare] : [])]
  return [...new Set(all.map(foldText).flatMap((each) => [each, each.replaceAll('ß', 'ss')]))]
}

/** Whether a script has no spaces between words, so that a name stands amid other letters. */
export function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  )
}

function foldCharacter(character: string): string {
  if (character === 'İ') return 'i'
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}
