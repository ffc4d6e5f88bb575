import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { applyEdits, planRenames, type Renaming } from '../../scripts/move/plan-renames.ts'

const files = {
  '/walk.ts': `
export interface Given { readonly told: string }
export type { Given as Exported }
export const told = (given: Given): Given => ({ ...given, told: given.told })
`,
  '/use.ts': `
import { type Given, told } from './walk.ts'
export const all = { told, names: (given: Given) => told(given).told }
`,
  '/other.ts': `
interface Given { readonly told: number }
export const read = ({ told }: Given) => told
`,
}

test('planRenames() renames a type where it is used, and no other of that name', () => {
  const renamed = rename({ file: '/walk.ts', name: 'Given', to: 'Notice' })

  expect(renamed['/walk.ts']).toContain('export interface Notice { readonly told: string }')
  expect(renamed['/walk.ts']).toContain('export type { Notice as Exported }')
  expect(renamed['/walk.ts']).toContain('(given: Notice): Notice')
  expect(renamed['/use.ts']).toContain('import { type Notice, told }')
  expect(renamed['/use.ts']).toContain('(given: Notice) => told')
  expect(renamed['/other.ts']).toBe(files['/other.ts'])
})

test('planRenames() keeps the member that a shorthand makes', () => {
  const renamed = rename({ file: '/walk.ts', name: 'told', to: 'tell' })

  expect(renamed['/use.ts']).toContain('{ told: tell, names: (given: Given) => tell(given).told }')
  expect(renamed['/walk.ts']).toContain('({ ...given, told: given.told })')
})

test('planRenames() renames a member of a type, and a parameter of a function', () => {
  const renamed = rename(
    { file: '/walk.ts', name: 'Given.told', to: 'text' },
    { file: '/walk.ts', name: 'told.given', to: 'notice' },
    { file: '/other.ts', name: 'Given.told', to: 'count' },
  )

  expect(renamed['/walk.ts']).toContain('(notice: Given): Given => ({ ...notice, text: notice.text })')
  expect(renamed['/use.ts']).toContain('told(given).text')
  expect(renamed['/other.ts']).toContain('({ count: told }: Given) => told')
})

describe('planRenames() refuses', () => {
  test.each<[about: string, renaming: Renaming, message: RegExp]>([
    ['a name that nobody declares', { file: '/walk.ts', name: 'Walk', to: 'Visit' }, /does not declare "Walk"/],
    ['a file outside of the project', { file: '/none.ts', name: 'Walk', to: 'Visit' }, /no file of the project/],
    ['a new name that a user has', { file: '/walk.ts', name: 'told', to: 'all' }, /use\.ts calls something else so/],
  ])('%s', (_about, renaming, message) => {
    expect(() => rename(renaming)).toThrow(message)
  })
})

function rename(...renamings: Renaming[]) {
  const texts: Record<string, string> = files
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ noLib: true, allowImportingTsExtensions: true, noEmit: true }),
    getScriptFileNames: () => Object.keys(texts),
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = texts[file]
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib.d.ts',
    fileExists: (file) => file in texts,
    readFile: (file) => texts[file],
  })
  const edits = planRenames(service, renamings)
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, applyEdits(text, edits.get(file) ?? [])]),
  ) as Record<keyof typeof files, string>
}
