/** Names and patterns are shorter: Git's hosts allow 255 bytes. A pattern of GitHub may be longer than what it matches. */
const globLengthMax = 1_000

/**
 * Whether a pattern of a vendor covers a name, where `*` stands for any characters, `/` too, and every other character for itself: GitLab's
 * protected branches and tags (https://docs.gitlab.com/user/project/repository/branches/protected/). Upper and lower case differ, as in Git.
 * The time grows with the length.
 * @returns undefined if one of them is longer than 1,000 characters
 * @example
 * matchesGlob('release/*', 'release/2026/1') // true
 */
export function matchesGlob(pattern: string, name: string): boolean | undefined {
  if (isTooLong(pattern) || isTooLong(name)) return undefined
  const parts = pattern.split('*')
  const [head = ''] = parts
  const tail = parts.at(-1) ?? ''
  if (parts.length === 1) return pattern === name
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return false
  const end = name.length - tail.length
  let at = head.length
  // The first place of each part leaves most for the others.
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/**
 * Whether a pattern of a vendor covers a path, where `*` and `?` stop at `/`, `**` with a `/` behind it stands for any folders, `[a-z]` is
 * one of several characters, and `\` takes the meaning of the next one away: fnmatch with FNM_PATHNAME, as GitHub's rulesets and branch
 * protection have it (https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/creating-rulesets-for-a-repository#using-fnmatch-syntax).
 * Upper and lower case differ. No pattern takes longer than its length times that of the path.
 * @returns undefined for a pattern that cannot be read (a set without end), or if one of them is longer than 1,000 characters
 * @example
 * matchesPathGlob('refs/heads/*', 'refs/heads/release/1') // false
 */
export function matchesPathGlob(pattern: string, path: string): boolean | undefined {
  if (isTooLong(pattern) || isTooLong(path)) return undefined
  const steps = parseSteps(pattern)
  if (!steps) return undefined
  // All places of the pattern that the characters so far may have led to.
  let places = addSkipped(new Set([0]), steps, true)
  for (const character of path) {
    const next = new Set<number>()
    for (const place of places) {
      const step = steps[place]
      if (step?.accepts(character)) next.add(step.repeats ? place : place + 1)
    }
    places = addSkipped(next, steps, character === '/')
  }
  return places.has(steps.length)
}

function isTooLong(text: string): boolean {
  return text.length > globLengthMax
}

/** A part of a pattern. */
interface Step {
  accepts(character: string): boolean
  /** Stands for any number of characters: none as well, `anywhere` or where a `folder` begins. */
  readonly repeats?: 'anywhere' | 'folder'
}

/** Adds the places behind steps that may stand for nothing. */
function addSkipped(places: Set<number>, steps: readonly Step[], isFolderStart: boolean): Set<number> {
  // A set gives what is added to it while it is read.
  for (const place of places) {
    const repeats = steps[place]?.repeats
    if (repeats === 'anywhere' || (repeats === 'folder' && isFolderStart)) places.add(place + 1)
  }
  return places
}

const anyInFolder = (character: string) => character !== '/'

function parseSteps(pattern: string): readonly Step[] | undefined {
  const steps: Step[] = []
  // Each match begins where the last one ended; a "[" or "\" that begins nothing is left over.
  const form = /(?<=^|\/)(?:\*\*\/)+|\*+|\?|\[([!^]?)((?:\\.|[^\\\]])+)\]|\\(.)|[^[\\]/gsuy
  while (form.lastIndex < pattern.length) {
    const found = form.exec(pattern)
    if (!found) return undefined
    steps.push(toStep(found))
  }
  return steps
}

function toStep([text, negation, set, escaped]: RegExpExecArray): Step {
  if (text.endsWith('**/')) return { accepts: () => true, repeats: 'folder' }
  if (text.startsWith('*')) return { accepts: anyInFolder, repeats: 'anywhere' }
  if (text === '?') return { accepts: anyInFolder }
  if (set === undefined) return { accepts: (character) => character === (escaped ?? text) }
  const isMember = toMembership(set)
  return { accepts: (character) => anyInFolder(character) && isMember(character) === (negation === '') }
}

/** Whether a character is one of `a-z0-9_`. */
function toMembership(set: string): (character: string) => boolean {
  const parts = [...set.matchAll(/(?:\\(.)|(.))(?:-(?:\\(.)|(.)))?/gsu)].map(([, escaped, plain, escapedEnd, end]) => {
    const first = escaped ?? plain ?? ''
    return { first, last: escapedEnd ?? end ?? first }
  })
  return (character) => parts.some(({ first, last }) => first <= character && character <= last)
}
