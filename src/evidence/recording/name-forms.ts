import { isUnspaced } from '../../text/fold-text.ts'

/** What stands between a given and a family name in tables, and a space that does not break. */
const columnSeparators = ['\t', ',', ';', '\u00a0']

/** Names of more words are titles. */
const joinedMax = 3

/**
 * Ways to write the words of a name one after the other, also from another than the first, with all that may stand between them: each as
 * its words and what is between them. None for one word, and for a title of many.
 */
export function* listOrders(words: readonly string[]): Generator<readonly string[]> {
  if (words.length < 2 || words.length > joinedMax) return
  for (const separator of ['', ' ', '.', '_', '-', ...columnSeparators]) yield interleave(words, separator)
  for (let cut = 1; cut < words.length; cut++)
    for (const separator of ['', '.', ', ', ' ', ...columnSeparators])
      yield [...interleave(words.slice(cut), ' '), separator, ...interleave(words.slice(0, cut), ' ')]
}

function interleave(words: readonly string[], separator: string): readonly string[] {
  return words.flatMap((word, at) => (at === 0 ? [word] : [separator, word]))
}

/** The words of a login such as "ada.lovelace"; undefined if it is no name with a sign between. */
export function splitLogin(login: string): readonly string[] | undefined {
  const parts = login.split(/[._]/)
  const areNames = parts.every((part) => /^[\p{L}\p{M}'’-]{2,}$/u.test(part))
  return parts.length > 1 && areNames ? parts : undefined
}

/** "Ada Lovelace" for "Lovelace, Ada"; undefined for a name in the usual order. */
export function turnRound(name: string): string | undefined {
  const [, family, firstName] = /^([^,]+),\s*([^,]+)$/u.exec(name) ?? []
  return family === undefined || firstName === undefined || titlePattern.test(firstName)
    ? undefined
    : `${firstName} ${family}`
}

/** The words of a name but its titles, initials and generation, which are often left out; all of them if nothing else is there. */
export function withoutTitles(words: readonly string[]): readonly string[] {
  const bare = words.filter((word) => !titlePattern.test(word))
  return bare.length === 0 ? words : bare
}

const titlePattern = /^(?:mr|mrs|ms|mx|sir|dr|prof|phd|ph\.d|jr|sr|iii?|iv|mme|mlle|herr|frau)\.?,?$|^\p{L}\.$/iu

/** The names in "Müller-Lüdenscheidt". Logins and names of things, such as "build-bot", have small letters. */
export function listPartsOfDoubleName(name: string): readonly string[] {
  return (name.match(doubleName) ?? [])
    .flatMap((double) => double.split(/[-‐]/u))
    .filter((part) => [...part].length > (isUnspaced(part) ? 1 : 2))
}

/** Georgian writes names with small letters. */
const namePart = String.raw`(?:[\p{Lu}\p{Lt}\p{Lo}]|\p{Script=Georgian})[\p{L}\p{M}]+`
const doubleName = new RegExp(String.raw`(?<![\p{L}\p{M}])${namePart}(?:[-‐]${namePart})+`, 'gu')
