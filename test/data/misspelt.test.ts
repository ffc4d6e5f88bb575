import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { acmeYaml } from './acme.ts'

const base = parse(acmeYaml('https://api.acme.example'))
const read = (file: unknown) => readConnector('acme.yaml', new TextEncoder().encode(stringify(file)))

/** Below these the author chooses the names. */
const open = ['let', 'for', 'words', 'query', 'evidence', 'values']

function* listMembers(value: unknown, path: readonly PropertyKey[] = []): Generator<readonly PropertyKey[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (!Array.isArray(value) && !open.includes(String(path.at(-1)))) yield [...path, name]
    yield* listMembers(each, [...path, Array.isArray(value) ? Number(name) : name])
  }
}

function misspell(path: readonly PropertyKey[]): unknown {
  const file = structuredClone(base)
  const holder = path.slice(0, -1).reduce((held, step) => held[step], file)
  const name = String(path.at(-1))
  const entries = Object.entries(holder).map(([each, value]) => [each === name ? `${name}x` : each, value])
  for (const each of Object.keys(holder)) delete holder[each]
  Object.assign(holder, Object.fromEntries(entries))
  return file
}

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('the file is right before it is misspelt', () => {
  expect(read(base).id).toBe('acme')
})

test.each([...listMembers(base)].map((path) => [path.join('.'), path] as const))(
  '%s with a letter more is refused at its place',
  (_name, path) => {
    const error = catchError(() => read(misspell(path)))

    if (!(error instanceof DataFileError)) throw error
    // It names the misspelt member, or the one that is missing now.
    const said = error.problems.map((problem) => `${problem.path} ${problem.message}`).join('\n')
    expect(said).toContain(String(path.at(-1)))
    expect(error.problems.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true)
  },
)
