// Text from vendors ends on a terminal and in the log of a CI service, so it must not move the cursor, recolour, open links, reverse the
// reading order or be obeyed.

/**
 * Whole CSI and OSC sequences, so that no `[31m` stays behind. Linear in time: Node's own `stripVTControlCharacters`
 * takes 20 seconds for half a megabyte of `ESC ] 8`.
 */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g

/** Line breaks of any kind, tabs, and the separators of Unicode. */
const breaks = /[\t\v\f\r\n\u0085\u2028\u2029]+/g

/**
 * Control, bidirectional, invisible formatting and tag characters, and halves of surrogate pairs. The zero-width joiner
 * and non-joiner stay, because emoji need one and Persian the other.
 */
const invisible =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu

/**
 * The bracket of a command that a CI service obeys wherever it stands in a line of a log: `##[` GitHub, `##vso[` Azure Pipelines,
 * `##teamcity[` TeamCity. Without it the words are text.
 */
export const logCommand = /(?<=##(?:vso|teamcity)?)\[/gi

/** GitHub obeys `::set-env …` where a line begins so, after blanks too. https://docs.github.com/actions/reference/workflow-commands */
const lineCommand = /^(\s*):(?=:[a-z])/i

/** A line of a log without a command of a CI service: a space stands where one would begin. */
export function breakLogCommands(line: string): string {
  return line.replaceAll(logCommand, ' [').replace(lineCommand, '$1: ')
}

/** What {@link invisible} has, without line ends and tabs. */
const invisibleAmidLines = new RegExp(`(?![\\n\\t])${invisible.source}`, 'gu')

/**
 * Lines without what a terminal obeys, however long they are. Each sequence goes, unless `restore` knows it as our own.
 * @param restore what stands in place of a sequence. @default nothing
 */
export function dropControls(text: string, restore: (sequence: string) => string = () => ''): string {
  const drop = (piece: string) => piece.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(invisibleAmidLines, '')
  let clean = ''
  let end = 0
  for (const { 0: sequence, index } of text.matchAll(sequences)) {
    clean += drop(text.slice(end, index)) + restore(sequence)
    end = index + sequence.length
  }
  return (clean + drop(text.slice(end))).split('\n').map(breakLogCommands).join('\n')
}

/** The same as one line. */
export function dropControlsAndBreaks(text: string, restore?: (sequence: string) => string): string {
  return dropControls(text, restore).replaceAll(/[\t\n]+/g, ' ')
}

/** Text for one line of a terminal. Longer than `lengthMax` characters, it is cut and ends in "…". @default 300 */
export function cleanLine(text: string, lengthMax = 300): string {
  // Cut before and after: the first cut limits the work, the second the result.
  const clean = breakLogCommands(
    text
      .slice(0, lengthMax * 8)
      .replace(sequences, '')
      .replace(breaks, ' ')
      .replace(invisible, '')
      .trim(),
  )
  const characters = [...clean]
  return characters.length > lengthMax || text.length > lengthMax * 8
    ? `${characters.slice(0, lengthMax).join('')}…`
    : clean
}

/** Text of several lines, each safe. Empty lines are dropped. */
export function cleanLines(text: string, lengthMax = 2000): string[] {
  return text
    .slice(0, lengthMax * 8)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => cleanLine(line, lengthMax))
    .filter((line) => line !== '')
}
