import { describe, expect, test } from 'vitest'
import { measureCodeLines } from '../../scripts/measure/code-lines.ts'
import type { Figure } from '../../scripts/measure/figure.ts'
import { measureHomonyms } from '../../scripts/measure/homonyms.ts'
import { measureImportChain } from '../../scripts/measure/import-chain.ts'
import { measureLiteralSpreads } from '../../scripts/measure/literal-spreads.ts'
import { measureNames } from '../../scripts/measure/names.ts'
import { measureOrganizationFilters } from '../../scripts/measure/organization-filters.ts'
import { measureParticiples } from '../../scripts/measure/participles.ts'
import { measureRepeatedDeclarations } from '../../scripts/measure/repeated-declarations.ts'
import { measureRooms } from '../../scripts/measure/rooms.ts'
import { measureTenThings } from '../../scripts/measure/ten-things.ts'
import { type Tree, treeOf } from '../../scripts/measure/tree.ts'

type Case = readonly [
  what: string,
  measure: (tree: Tree) => Figure,
  files: Readonly<Record<string, string>>,
  numbers: Readonly<Record<string, number>>,
  details?: readonly string[],
]

const cases: readonly Case[] = [
  [
    'code lines leave out comments and blank lines, and read texts as texts',
    measureCodeLines,
    {
      'src/text/a.ts':
        '/** Why.\n * More. */\n\nconst a = `\n// text\n` // end\n// only\nconst b = "/*"\n/* x */ const c = /\\/\\//\n',
      'test/text/a.test.ts': 'a()\n',
    },
    { src: 5, tests: 1, connectors: 0 },
    ['     5  src/text'],
  ],
  [
    'rooms are tied by the fewest imports that go against the others, types too, and a folder is not its subfolder',
    measureRooms,
    {
      'src/a/one.ts': "import '../b/one.ts'\nimport type { X } from '../b/two.ts'\n",
      'src/a/two.ts': "export { y } from '#b/one.ts'\n",
      'src/b/one.ts': "\nconst a = await import('../a/two.ts')\n",
      'src/b/two.ts': '',
      'src/a/inner/three.ts': "import '../one.ts'\n",
    },
    { rooms: 3, 'rooms in knots': 2, knots: 1, 'imports between rooms': 5, 'imports that tie them': 1 },
    ['src/b/one.ts:2 → src/a/two.ts'],
  ],
  [
    'the longest chain of imports is one of files, and types make it longer',
    measureImportChain,
    {
      'src/a.ts': "import { b, type B } from './b.ts'\nimport './c.ts'",
      'src/b.ts': "export { c } from './c.ts'",
      'src/c.ts': "import 'zod'\nimport { type D } from './d.ts'",
      'src/d.ts': "export type { E } from './e.ts'",
      'src/e.ts': '',
    },
    { files: 5, 'files, without imports of types': 3, 'files in circles': 0 },
    ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts'],
  ],
  [
    'files in a circle end a chain',
    measureImportChain,
    { 'src/a.ts': "import './b.ts'", 'src/b.ts': "import './a.ts'", 'src/c.ts': "import './d.ts'", 'src/d.ts': '' },
    { files: 2, 'files in circles': 2 },
  ],
  [
    'spreads of literals are counted, those of values are not',
    measureLiteralSpreads,
    { 'src/a.ts': 'const a = { ...{ b, c }, ...(d && { d }), ...(e ? { e } : {}), ...f, ...(g ?? h) }' },
    { 'src ...{ }': 1, 'src ...(x && { })': 2, 'tests and connectors ...{ }': 0 },
    ['   3  src/a.ts'],
  ],
  [
    'a type of two files is a homonym, one that a file declares twice is not',
    measureHomonyms,
    {
      'src/a.ts': 'type Given = 1\ninterface Twice {}\ninterface Twice {}',
      'src/b.ts': 'export class Given {}',
    },
    { 'type names': 2, homonyms: 1 },
    ['Given: src/a.ts:1, src/b.ts:1'],
  ],
  [
    'participles are counted as words of names',
    measureParticiples,
    { 'src/a.ts': "const toldRun = given\nuse(HeldRun, keptness, withheld, 'told')" },
    { all: 3, told: 1, given: 1, held: 1, kept: 0, 'the whole name': 1 },
  ],
  [
    'actions and limits count if they are written again',
    measureRepeatedDeclarations,
    {
      'src/a.ts':
        "const a = { audit: { action: 'key.create' }, title: z.string().max(200).optional() }\nconst bodyMax = 4 * 1024",
      'src/b.ts':
        "const b = { action: 'key.create', fields: [{ id: 'title', max: 200 }] }\nconst c = { action: 'key.revoke', action: 'go' }\nconst bodyMax = 4096",
    },
    {
      'audit actions': 2,
      'audit actions declared more than once': 1,
      limits: 2,
      'limits declared in more than one file': 2,
    },
  ],
  [
    'filters by organization are comparisons, joins are counted apart',
    measureOrganizationFilters,
    {
      'src/store/a.ts': [
        "db.where('organizationId', '=', o).where('a.organization_id', '=', o)",
        "db.whereRef('a.organizationId', '=', 'b.organizationId').select('organizationId')",
        `sql\`organization_id = \${o}\``,
      ].join('\n'),
    },
    { filters: 3, 'joins by organization': 1, files: 1 },
  ],
  [
    'files of a thing are found by their path or by what they export, before and after a move',
    measureTenThings,
    {
      'src/store/tables/waivers.ts': 'export const a = 1\n',
      'src/things/waivers/thing.ts': 'export const b = 1\nexport const c = 2\n',
      'src/web/accept-findings.tsx': 'export function acceptWaiver() {}\n',
      'src/checks/waivers/run-waivers.ts': 'export const d = 1\n',
      'src/store/migrations/0001-waivers.ts': 'export const e = 1\n',
      'src/web/other.ts': 'export const waived = 1\nexport const f = 1\nexport const g = 1\n',
    },
    { 'waivers, lines': 4, 'waivers, files': 3, 'all, lines': 4 },
  ],
  [
    'names count functions at the top of modules by their first word',
    measureNames,
    {
      'src/a.ts':
        'export function readRun() {}\nconst toldOf = () => 1\nfunction Component() {}\nfunction inner() {}\n',
      'src/b.ts': 'function readRun() {}',
      'test/a.test.ts': '',
    },
    {
      files: 2,
      'functions at the top of modules': 4,
      'functions that begin with a verb': 2,
      'functions that begin with a participle': 1,
      'functions that end in "Of"': 1,
      'function names in more than one file': 1,
      'of those, with a test at their path': 1,
    },
  ],
]

describe('a figure', () => {
  test.for(cases)('%s', ([, measure, files, numbers, details]) => {
    const figure = measure(treeOf(files, { '#b/*': './src/b/*' }))

    expect(figure.numbers).toMatchObject(numbers)
    if (details) expect(figure.details).toEqual(details)
  })
})
