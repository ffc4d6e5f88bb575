import { toCanonicalLine } from '../../inventory/canonical-json.ts'
import { findFirstDifference } from '../../text/find-first-difference.ts'
import { isObject } from '../../text/is-object.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { BundleSource, EvidenceProblem } from '../bundle/bundle-source.ts'
import type { Unit } from '../bundle/document-units.ts'
import { formatJsonLine } from '../bundle/json-lines.ts'
import { isMarked, type MarkedFile, readUnits } from '../bundle/manifest.ts'
import { closesLog, opensEntries, opensLog } from '../bundle/read-har.ts'
import { closesCheck, opensChecks, opensResults } from '../bundle/run-text.ts'
import { listSignedFiles } from '../bundle/signed-lines.ts'

/**
 * Where a signed file is not in the one spelling in which Checkwright writes what it says. A member that is there twice, a number that
 * not everybody can read or bytes that are no text would say one thing to one program and another to the next.
 */
export async function findForeignText(source: BundleSource): Promise<readonly EvidenceProblem[]> {
  const problems: EvidenceProblem[] = []
  for (const file of listSignedFiles(source).filter(isMarked)) {
    let path = ''
    const tell = (at: string) => {
      path = at
    }
    const expected = encodeTexts(writeAgain(file, readUnits(file, source.read(file)), tell))
    if ((await findFirstDifference(source.read(file), expected)) === undefined) continue
    problems.push({ file, field: path || undefined, message: foreignMessage })
  }
  return problems
}

export const foreignMessage =
  'is signed, but not written as Checkwright writes it: a member may be there twice, and another program may read another value.'

/** JSON as we write it on one line; undefined for any text that is not that of a value. */
export function respell(text: string): string | undefined {
  const value = parseJson(text)
  if (value === undefined) return undefined
  try {
    const line = formatJsonLine(value)
    return line === text ? line : toCanonicalLine(value)
  } catch {
    // Nested deeper than a stack is.
    return undefined
  }
}

/** In place of what we do not write: no line of ours is empty, so that the place at which it differs is this one. */
const nothing = '\n'

/** The text of a file by its units. @param tell is told the place of each, before it is written */
function writeAgain(
  file: MarkedFile,
  units: AsyncIterable<Unit>,
  tell: (path: string) => void,
): AsyncGenerator<string, void, undefined> {
  if (file === 'run.json') return writeRunAgain(units, tell)
  return file === 'exchanges.har' ? writeHarAgain(units, tell) : writeRecordsAgain(units, tell)
}

async function* writeRunAgain(units: AsyncIterable<Unit>, tell: (path: string) => void): AsyncGenerator<string> {
  const members = new Set<string>(['checks'])
  let [hasChecks, hasResults] = [false, false]
  yield '{\n'
  for await (const { path, text } of units) {
    tell(path)
    const line = respell(text) ?? nothing
    if (/\.results\[\d+\]$/.test(path)) {
      yield `${hasResults ? ',\n' : ''}${line}`
      hasResults = true
    } else if (path.startsWith('checks[')) {
      const check = parseJson(text)
      const end = hasChecks ? `${hasResults ? '\n' : ''}${closesCheck},\n` : `${opensChecks}\n`
      yield `${end}${isObject(check) && !Object.hasOwn(check, 'results') ? line.slice(0, -1) : ''}${opensResults}\n`
      ;[hasChecks, hasResults] = [true, false]
    } else {
      if (path === 'summary') {
        const end = hasChecks ? `${hasResults ? '\n' : ''}${closesCheck}\n` : `${opensChecks}\n`
        yield `${end}],\n"summary":${line}\n}\n`
      } else yield members.has(path) ? nothing : `"${path}":${line},\n`
      members.add(path)
    }
  }
}

async function* writeHarAgain(units: AsyncIterable<Unit>, tell: (path: string) => void): AsyncGenerator<string> {
  let before = ''
  for await (const { path, text } of units) {
    tell(path)
    const line = respell(text) ?? nothing
    if (path === 'log') yield `${opensLog}${line.slice(1, -1)}${opensEntries}\n`
    else {
      yield `${before}${line}`
      before = ',\n'
    }
  }
  yield `${before === '' ? '' : '\n'}${closesLog}\n`
}

async function* writeRecordsAgain(units: AsyncIterable<Unit>, tell: (path: string) => void): AsyncGenerator<string> {
  for await (const { path, text } of units) {
    tell(path)
    yield `${respell(text) ?? nothing}\n`
  }
}

async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
