import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { findForbiddenImports, type Import, importCycles } from './import-rules.ts'
import { findKnots } from './knots.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

describe('src/ and connectors/', () => {
  const imports = ['src', 'connectors'].flatMap(filesIn).flatMap(importsOf)

  test('are scanned: the entry is seen to import define/ and errors/', () => {
    const entry = imports.filter((given) => given.from === 'src/index.ts').map((given) => given.specifier)

    expect(new Set(entry)).toEqual(new Set(['./define/index.ts', './errors/index.ts']))
  })

  test('import along the order of folders only', () => {
    expect(findForbiddenImports(imports)).toEqual([])
  })

  test('hold no cycle, types included', () => {
    expect(importCycles(imports)).toEqual([])
  })

  test('have rooms that import each other in one direction only, types included', () => {
    expect(findKnots(imports)).toEqual([])
  })
})

describe('importsOf()', () => {
  test('sees every way of importing, with its line', () => {
    const text = [
      "import { a } from './a.ts'",
      "import type { B } from './b.ts'",
      "export * from './c.ts'",
      "export type { D } from './d.ts'",
      "const e = await import('./e.ts')",
      "let f: import('./f.ts').F",
      "import './g.ts'",
      '// import "./comment.ts"',
    ].join('\n')

    expect(scan('src/x.ts', text).map((given) => `${given.line} ${given.specifier}`)).toEqual([
      '1 ./a.ts',
      '2 ./b.ts',
      '3 ./c.ts',
      '4 ./d.ts',
      '5 ./e.ts',
      '6 ./f.ts',
      '7 ./g.ts',
    ])
  })
})

describe('findForbiddenImports()', () => {
  test.each([
    [
      'src/http/client.ts',
      '../service/store/sqlite.ts',
      'service/ is to the right of http/; a folder imports only from its left',
    ],
    [
      'src/service/queue/local.ts',
      '../../things/runs/store/runs.ts',
      'things/ is to the right of service/; a folder imports only from its left',
    ],
    [
      'src/things/runs/pages/run-page.ts',
      '../api/runs.ts',
      'a page calls services, as a route does, and not what stands in a file of routes',
    ],
    [
      'src/things/runs/store/runs.ts',
      '../../findings/store/note-run.ts',
      'findings/ is to the right of runs/; a thing imports only from its left, and tells others by a hook',
    ],
    ['src/things/api/route.ts', '../runs/runs.ts', 'api/ is shared by all things and imports none'],
    ['src/things/helpers/x.ts', '../runs/runs.ts', 'things/helpers/ has no place in the order of things'],
    [
      'src/author/new/write.ts',
      '../../app/bin.ts',
      'app/ is to the right of author/; a folder imports only from its left',
    ],
    ['src/auth/vault.ts', '../define/connector/connector.ts', 'define/ is seen through src/define/index.ts alone'],
    ['src/app/main.ts', '../errors/checkwright-error.ts', 'errors/ is seen through src/errors/index.ts alone'],
    ['src/index.ts', './runtime/index.ts', 'the authoring entry holds define/ and errors/ alone'],
    ['src/auth/vault.ts', '../index.ts', 'inside src/ the folders themselves are imported, not the entry'],
    [
      'src/things/runtime/runtime.ts',
      '../../../connectors/index.ts',
      'connectors are handed in; only service/commands/, things/commands/, things/directory/commands/, author/, app/ name them',
    ],
    ['src/helpers/text.ts', '../errors/index.ts', 'src/helpers/ has no place in the order of folders'],
    [
      'src/service/api/node.ts',
      'checkwright/runtime',
      'src/ names its own files by path, or two copies of a class would be loaded',
    ],
    [
      'connectors/okta/index.ts',
      '../../src/http/client.ts',
      'a connector imports the public entry "checkwright", not its parts',
    ],
    [
      'connectors/okta/index.ts',
      'checkwright/runtime',
      'a connector imports only checkwright, checkwright/questions, zod, zod/mini, node:crypto, node:buffer',
    ],
    [
      'connectors/okta/checks/mfa.ts',
      'node:fs',
      'a connector imports only checkwright, checkwright/questions, zod, zod/mini, node:crypto, node:buffer',
    ],
    [
      'connectors/okta/index.ts',
      '@smithy/signature-v4',
      'a connector imports only checkwright, checkwright/questions, zod, zod/mini, node:crypto, node:buffer',
    ],
    [
      'connectors/okta/index.ts',
      '../github/index.ts',
      'a connector never imports another; code that two share has a folder connectors/_<name>/, and only <id>-<sign-in> imports <id>',
    ],
  ])('names the import of %s from %s and the rule', (from, specifier, rule) => {
    expect(findForbiddenImports([{ from, line: 7, specifier }])).toEqual([`${from}:7 imports "${specifier}": ${rule}`])
  })

  test.each([
    ['src/service/store/sqlite.ts', '../../auth/vault.ts'],
    ['src/things/findings/findings.ts', '../runs/runs.ts'],
    ['src/things/all-stores/hooks.ts', '../findings/store/note-run.ts'],
    ['src/things/runs/runs.ts', '../all-stores/store.ts'],
    ['src/service/store/sqlite.ts', './migrations/0001.ts'],
    ['src/service/store/sqlite.ts', 'node:sqlite'],
    ['src/auth/vault.ts', '../errors/index.ts'],
    ['src/app/demo/explain-actions.ts', '../../errors/codes.ts'],
    ['src/index.ts', './define/index.ts'],
    ['src/author/commands/list-actions.ts', '../../../connectors/index.ts'],
    ['src/app/serving/serve-actions.ts', '../host/index.ts'],
    ['src/define/rules/connector-rules.ts', './fields.ts'],
    ['connectors/google-drive/checks/sharing.ts', '../connector.ts'],
    ['connectors/google-drive/index.ts', '../_google/directory.ts'],
    ['connectors/google-drive/index.ts', 'checkwright'],
    ['connectors/aws/signing.ts', '@smithy/signature-v4'],
    ['connectors/index.ts', './github/index.ts'],
    ['connectors/github-app/index.ts', '../github/index.ts'],
  ])('lets %s import %s', (from, specifier) => {
    expect(findForbiddenImports([{ from, line: 1, specifier }])).toEqual([])
  })
})

describe('importCycles()', () => {
  test('tells the shortest way round, once', () => {
    const imports = [
      { from: 'src/a.ts', line: 1, specifier: './b.ts' },
      { from: 'src/b.ts', line: 1, specifier: './c/c.ts' },
      { from: 'src/c/c.ts', line: 1, specifier: '../a.ts' },
      { from: 'src/c/c.ts', line: 2, specifier: '../d.ts' },
    ]

    expect(importCycles(imports)).toEqual(['src/c/c.ts → src/a.ts → src/b.ts → src/c/c.ts'])
  })

  test('finds a file that imports itself, and nothing where the paths only meet', () => {
    const meeting = [
      { from: 'src/a.ts', line: 1, specifier: './b.ts' },
      { from: 'src/a.ts', line: 2, specifier: './c.ts' },
      { from: 'src/b.ts', line: 1, specifier: './d.ts' },
      { from: 'src/c.ts', line: 1, specifier: './d.ts' },
    ]

    expect(importCycles(meeting)).toEqual([])
    expect(importCycles([...meeting, { from: 'src/d.ts', line: 1, specifier: './d.ts' }])).toEqual([
      'src/d.ts → src/d.ts',
    ])
  })
})

describe('findKnots()', () => {
  test('names the rooms of a knot and the fewest imports that go the wrong way, a room in a room too', () => {
    const imports = [
      { from: 'src/a/one.ts', line: 1, specifier: './b/two.ts' },
      { from: 'src/a/one.ts', line: 2, specifier: './b/three.ts' },
      { from: 'src/a/b/two.ts', line: 3, specifier: '../four.ts' },
      { from: 'src/c/five.ts', line: 4, specifier: '../a/one.ts' },
    ]

    const knots = findKnots(imports)

    expect(knots).toHaveLength(1)
    expect(knots[0]).toContain('src/a, src/a/b import each other')
    expect(knots[0]?.split('\n').slice(1)).toEqual(['  src/a/b/two.ts:3 imports src/a/four.ts'])
  })

  test('finds a knot through a third room, and two knots apart', () => {
    const around = ['abc', 'xy'].flatMap((rooms) =>
      [...rooms].map((room, at) => ({
        from: `src/${room}/file.ts`,
        line: 1,
        specifier: `../${rooms[(at + 1) % rooms.length]}/file.ts`,
      })),
    )

    expect(findKnots(around).map((knot) => knot.split(' import')[0])).toEqual(['src/a, src/b, src/c', 'src/x, src/y'])
  })

  test('finds nothing in rooms that import in one direction, and nothing in files of one room', () => {
    expect(
      findKnots([
        { from: 'src/a/one.ts', line: 1, specifier: './two.ts' },
        { from: 'src/a/two.ts', line: 1, specifier: './b/one.ts' },
        { from: 'src/c/one.ts', line: 1, specifier: '../a/b/one.ts' },
        { from: 'src/c/one.ts', line: 2, specifier: 'zod' },
      ]),
    ).toEqual([])
  })
})

function filesIn(folder: string): string[] {
  return (
    readdirSync(`${checkout}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      // A connector's tests are no part of it: they may use the test kit.
      .filter((file) => /\.tsx?$/.test(file) && !/^connectors\/[^/]+\/test\//.test(file))
  )
}

function importsOf(file: string): Import[] {
  return scan(file, readFileSync(`${checkout}${file}`, 'utf8'))
}

function scan(file: string, text: string): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    from: file,
    line: text.slice(0, pos).split('\n').length,
    specifier: fileName,
  }))
}
